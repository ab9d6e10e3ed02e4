# Builds and runs gputour. It serves only its own machine, so share the network of the host:
#   docker build -t gputour . && docker run --rm -it --network host gputour
# A class, kept in a volume; its port is the container's 8080:
#   docker run -p 8080:8080 -v class:/data gputour classroom --addr=:8080 --name=HOST --data=/data
# With NVIDIA's container toolkit the host's GPUs come along:
#   docker run --rm -it --network host --gpus all gputour
# Both stages are of one Debian: the program needs a C library no older than the one it was built with.
FROM golang:1.26-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN make page tab binary

FROM debian:bookworm-slim
COPY --from=build /src/bin/gputour /usr/local/bin/gputour
# What the container toolkit brings in: the driver that gputour opens, and nvidia-smi.
ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,utility
# A new volume takes its owner from here.
RUN install -d -o nobody -g nogroup -m 700 /data
USER nobody
VOLUME /data
# Of a server on another port: docker run -e GPUTOUR_READY=https://127.0.0.1:8443 …
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["gputour", "ready"]
ENTRYPOINT ["gputour"]
CMD ["serve"]
