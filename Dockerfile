# Builds and runs gputour. It serves only its own machine, so publish the port on
# loopback and share the network of the host:
#   docker build -t gputour . && docker run --rm -it --network host gputour
FROM golang:1.26 AS build
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN make build

FROM debian:bookworm-slim
COPY --from=build /src/bin/gputour /usr/local/bin/gputour
USER nobody
ENTRYPOINT ["gputour"]
CMD ["serve"]
