#include "textflag.h"

// A tape is threaded code: each operation is 64 bytes (type op), the first of which are the
// address of what runs it, and that jumps to the next. SI is the operation, DX the first one,
// CX the iterations that are left.

#define NEXT \
	ADDQ $64, SI \
	MOVQ (SI), AX \
	JMP AX

#define REGISTERS \
	MOVQ 8(SI), DI \
	MOVQ 16(SI), R8 \
	MOVQ 24(SI), R9

#define LOADX \
	VMOVUPS (R8), Y0 \
	VMOVUPS 32(R8), Y1 \
	VMOVUPS 64(R8), Y2 \
	VMOVUPS 96(R8), Y3

#define LOADY \
	VMOVUPS (R9), Y4 \
	VMOVUPS 32(R9), Y5 \
	VMOVUPS 64(R9), Y6 \
	VMOVUPS 96(R9), Y7

#define STOREZ \
	VMOVUPS Y0, (DI) \
	VMOVUPS Y1, 32(DI) \
	VMOVUPS Y2, 64(DI) \
	VMOVUPS Y3, 96(DI)

#define BINARY(OP) \
	REGISTERS \
	LOADX \
	OP (R9), Y0, Y0 \
	OP 32(R9), Y1, Y1 \
	OP 64(R9), Y2, Y2 \
	OP 96(R9), Y3, Y3 \
	STOREZ \
	NEXT

#define COMPARE(HOW) \
	REGISTERS \
	LOADX \
	VCMPPS HOW, (R9), Y0, Y0 \
	VCMPPS HOW, 32(R9), Y1, Y1 \
	VCMPPS HOW, 64(R9), Y2, Y2 \
	VCMPPS HOW, 96(R9), Y3, Y3 \
	STOREZ \
	NEXT

#define STREAM \
	MOVQ 32(SI), R8 \
	MOVQ 40(SI), R9 \
	ADDQ R9, R8 \
	ADDQ 48(SI), R9 \
	MOVQ R9, 40(SI)

// func runTapeAVX2(first, from *op, n int) (at *op, left int)
TEXT ·runTapeAVX2(SB), NOSPLIT|NOFRAME, $0-40
	MOVQ first+0(FP), DX
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ (SI), AX
	JMP AX

// func tapeHandlers() *[codes]uintptr
TEXT ·tapeHandlers(SB), NOSPLIT, $0-8
	LEAQ handlers<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

TEXT opEnd<>(SB), NOSPLIT|NOFRAME, $0-0
	DECQ CX
	JZ done
	MOVQ DX, SI
	MOVQ (SI), AX
	JMP AX
done:
	VZEROUPPER
	MOVQ $0, 32(SP)
	MOVQ $0, 40(SP)
	RET

TEXT opCall<>(SB), NOSPLIT|NOFRAME, $0-0
	VZEROUPPER
	MOVQ SI, 32(SP)
	MOVQ CX, 40(SP)
	RET

TEXT opAddF<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VADDPS)

TEXT opSubF<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VSUBPS)

TEXT opMulF<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VMULPS)

TEXT opDivF<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VDIVPS)

TEXT opAddI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPADDD)

TEXT opSubI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPSUBD)

TEXT opMulI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPMULLD)

TEXT opAndI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPAND)

TEXT opOrI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPOR)

TEXT opXorI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPXOR)

TEXT opEqualI<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPCMPEQD)

TEXT opShiftLeft<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPSLLVD)

TEXT opShiftRight<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPSRLVD)

TEXT opShiftSigned<>(SB), NOSPLIT|NOFRAME, $0-0
	BINARY(VPSRAVD)

// x < y is y > x.
TEXT opLessI<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	LOADY
	VPCMPGTD (R8), Y4, Y0
	VPCMPGTD 32(R8), Y5, Y1
	VPCMPGTD 64(R8), Y6, Y2
	VPCMPGTD 96(R8), Y7, Y3
	STOREZ
	NEXT

TEXT opLessF<>(SB), NOSPLIT|NOFRAME, $0-0
	COMPARE($17)

TEXT opLessEqualF<>(SB), NOSPLIT|NOFRAME, $0-0
	COMPARE($18)

TEXT opEqualF<>(SB), NOSPLIT|NOFRAME, $0-0
	COMPARE($0)

TEXT opNotEqualF<>(SB), NOSPLIT|NOFRAME, $0-0
	COMPARE($4)

// Where both are equal, which zeros of any sign are, the result is the AND or the OR of
// them; where one is not a number, the other.
#define MOST(OP, BOTH, X, Y) \
	OP Y, X, Y8 \
	VCMPPS $0, Y, X, Y9 \
	BOTH Y, X, Y10 \
	VBLENDVPS Y9, Y10, Y8, Y8 \
	VCMPPS $3, Y, Y, Y9 \
	VBLENDVPS Y9, X, Y8, Y8 \
	VCMPPS $3, X, X, Y9 \
	VBLENDVPS Y9, Y, Y8, X

#define MOSTS(OP, BOTH) \
	REGISTERS \
	LOADX \
	LOADY \
	MOST(OP, BOTH, Y0, Y4) \
	MOST(OP, BOTH, Y1, Y5) \
	MOST(OP, BOTH, Y2, Y6) \
	MOST(OP, BOTH, Y3, Y7) \
	STOREZ \
	NEXT

TEXT opMaxF<>(SB), NOSPLIT|NOFRAME, $0-0
	MOSTS(VMAXPS, VANDPS)

TEXT opMinF<>(SB), NOSPLIT|NOFRAME, $0-0
	MOSTS(VMINPS, VORPS)

TEXT opSqrtF<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	VSQRTPS (R8), Y0
	VSQRTPS 32(R8), Y1
	VSQRTPS 64(R8), Y2
	VSQRTPS 96(R8), Y3
	STOREZ
	NEXT

DATA one<>+0(SB)/8, $0x3ff0000000000000
GLOBL one<>(SB), RODATA|NOPTR, $8

#define RSQRT(AT) \
	VCVTPS2PD AT(R8), Y0 \
	VCVTPS2PD (AT+16)(R8), Y1 \
	VSQRTPD Y0, Y0 \
	VSQRTPD Y1, Y1 \
	VDIVPD Y0, Y4, Y0 \
	VDIVPD Y1, Y4, Y1 \
	VCVTPD2PSY Y0, X0 \
	VCVTPD2PSY Y1, X1 \
	VMOVUPS X0, AT(DI) \
	VMOVUPS X1, (AT+16)(DI)

TEXT opRsqrtF<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	VBROADCASTSD one<>(SB), Y4
	RSQRT(0)
	RSQRT(32)
	RSQRT(64)
	RSQRT(96)
	NEXT

// Both are rounded.
TEXT opMulAddF<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	LOADX
	VMULPS (R9), Y0, Y0
	VMULPS 32(R9), Y1, Y1
	VMULPS 64(R9), Y2, Y2
	VMULPS 96(R9), Y3, Y3
	VMOVUPS (DI), Y4
	VMOVUPS 32(DI), Y5
	VMOVUPS 64(DI), Y6
	VMOVUPS 96(DI), Y7
	VADDPS Y0, Y4, Y0
	VADDPS Y1, Y5, Y1
	VADDPS Y2, Y6, Y2
	VADDPS Y3, Y7, Y3
	STOREZ
	NEXT

TEXT opFloatOfI<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	VCVTDQ2PS (R8), Y0
	VCVTDQ2PS 32(R8), Y1
	VCVTDQ2PS 64(R8), Y2
	VCVTDQ2PS 96(R8), Y3
	STOREZ
	NEXT

#define CHOOSE(AT, Z) \
	VMOVUPS AT(DI), Z \
	VBLENDVPS Z, AT(R8), Y4, Z

TEXT opSelect<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	VMOVUPS (R9), Y4
	CHOOSE(0, Y0)
	VMOVUPS 32(R9), Y4
	CHOOSE(32, Y1)
	VMOVUPS 64(R9), Y4
	CHOOSE(64, Y2)
	VMOVUPS 96(R9), Y4
	CHOOSE(96, Y3)
	STOREZ
	NEXT

TEXT opCopy<>(SB), NOSPLIT|NOFRAME, $0-0
	REGISTERS
	LOADX
	STOREZ
	NEXT

TEXT opLoadOne<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 8(SI), DI
	VBROADCASTSS (R8), Y0
	VMOVUPS Y0, (DI)
	VMOVUPS Y0, 32(DI)
	VMOVUPS Y0, 64(DI)
	VMOVUPS Y0, 96(DI)
	NEXT

TEXT opLoadLine<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 8(SI), DI
	LOADX
	STOREZ
	NEXT

TEXT opLoadRows<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 8(SI), DI
	MOVQ 56(SI), R9
	VMOVUPS (R8), Y0
	VMOVUPS 32(R8), Y1
	VMOVUPS (R8)(R9*1), Y2
	VMOVUPS 32(R8)(R9*1), Y3
	STOREZ
	NEXT

TEXT opLoadRowOnes<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 8(SI), DI
	MOVQ 56(SI), R9
	VBROADCASTSS (R8), Y0
	VBROADCASTSS (R8)(R9*1), Y2
	VMOVUPS Y0, (DI)
	VMOVUPS Y0, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y2, 96(DI)
	NEXT

#define GATHER(AT) \
	VMOVUPS AT(R10), Y4 \
	VPCMPEQD Y5, Y5, Y5 \
	VPGATHERDD Y5, (R8)(Y4*1), Y0 \
	VMOVUPS Y0, AT(DI)

TEXT opLoadAny<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 8(SI), DI
	MOVQ 24(SI), R10
	GATHER(0)
	GATHER(32)
	GATHER(64)
	GATHER(96)
	NEXT

TEXT opStoreLine<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ R8, DI
	MOVQ 16(SI), R8
	LOADX
	STOREZ
	NEXT

TEXT opStoreRows<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ R8, DI
	MOVQ 16(SI), R8
	MOVQ 56(SI), R9
	LOADX
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, (DI)(R9*1)
	VMOVUPS Y3, 32(DI)(R9*1)
	NEXT

TEXT opStoreAny<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 16(SI), R10
	MOVQ 24(SI), R11
	XORQ BX, BX
each:
	MOVLQSX (R11)(BX*4), R12
	MOVL (R10)(BX*4), R13
	MOVL R13, (R8)(R12*1)
	INCQ BX
	CMPQ BX, $32
	JLT each
	NEXT

TEXT opStoreOne<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 16(SI), R10
	MOVQ 56(SI), R11
	MOVL (R10)(R11*4), R13
	MOVL R13, (R8)
	NEXT

TEXT opLoadSome<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 8(SI), DI
	MOVQ 24(SI), R10
	MOVQ 56(SI), R11
	GATHER(0)
	CMPQ R11, $8
	JLE some
	GATHER(32)
	CMPQ R11, $16
	JLE some
	GATHER(64)
	CMPQ R11, $24
	JLE some
	GATHER(96)
some:
	NEXT

TEXT opStoreSome<>(SB), NOSPLIT|NOFRAME, $0-0
	STREAM
	MOVQ 16(SI), R10
	MOVQ 24(SI), R11
	MOVQ 56(SI), R9
	XORQ BX, BX
every:
	MOVLQSX (R11)(BX*4), R12
	MOVL (R10)(BX*4), R13
	MOVL R13, (R8)(R12*1)
	INCQ BX
	CMPQ BX, R9
	JLT every
	NEXT

TEXT opAdvance<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 8(SI), DI
	VPBROADCASTD 48(SI), Y4
	VPADDD (DI), Y4, Y0
	VPADDD 32(DI), Y4, Y1
	VPADDD 64(DI), Y4, Y2
	VPADDD 96(DI), Y4, Y3
	STOREZ
	NEXT

DATA handlers<>+0(SB)/8, $opEnd<>(SB)
DATA handlers<>+8(SB)/8, $opCall<>(SB)
DATA handlers<>+16(SB)/8, $opAddF<>(SB)
DATA handlers<>+24(SB)/8, $opSubF<>(SB)
DATA handlers<>+32(SB)/8, $opMulF<>(SB)
DATA handlers<>+40(SB)/8, $opDivF<>(SB)
DATA handlers<>+48(SB)/8, $opMaxF<>(SB)
DATA handlers<>+56(SB)/8, $opMinF<>(SB)
DATA handlers<>+64(SB)/8, $opLessF<>(SB)
DATA handlers<>+72(SB)/8, $opLessEqualF<>(SB)
DATA handlers<>+80(SB)/8, $opEqualF<>(SB)
DATA handlers<>+88(SB)/8, $opNotEqualF<>(SB)
DATA handlers<>+96(SB)/8, $opSqrtF<>(SB)
DATA handlers<>+104(SB)/8, $opRsqrtF<>(SB)
DATA handlers<>+112(SB)/8, $opAddI<>(SB)
DATA handlers<>+120(SB)/8, $opSubI<>(SB)
DATA handlers<>+128(SB)/8, $opMulI<>(SB)
DATA handlers<>+136(SB)/8, $opAndI<>(SB)
DATA handlers<>+144(SB)/8, $opOrI<>(SB)
DATA handlers<>+152(SB)/8, $opXorI<>(SB)
DATA handlers<>+160(SB)/8, $opLessI<>(SB)
DATA handlers<>+168(SB)/8, $opEqualI<>(SB)
DATA handlers<>+176(SB)/8, $opMulAddF<>(SB)
DATA handlers<>+184(SB)/8, $opFloatOfI<>(SB)
DATA handlers<>+192(SB)/8, $opShiftLeft<>(SB)
DATA handlers<>+200(SB)/8, $opShiftRight<>(SB)
DATA handlers<>+208(SB)/8, $opShiftSigned<>(SB)
DATA handlers<>+216(SB)/8, $opSelect<>(SB)
DATA handlers<>+224(SB)/8, $opCopy<>(SB)
DATA handlers<>+232(SB)/8, $opLoadOne<>(SB)
DATA handlers<>+240(SB)/8, $opLoadLine<>(SB)
DATA handlers<>+248(SB)/8, $opLoadRows<>(SB)
DATA handlers<>+256(SB)/8, $opLoadRowOnes<>(SB)
DATA handlers<>+264(SB)/8, $opLoadAny<>(SB)
DATA handlers<>+272(SB)/8, $opStoreLine<>(SB)
DATA handlers<>+280(SB)/8, $opStoreRows<>(SB)
DATA handlers<>+288(SB)/8, $opStoreAny<>(SB)
DATA handlers<>+296(SB)/8, $opStoreOne<>(SB)
DATA handlers<>+304(SB)/8, $opLoadSome<>(SB)
DATA handlers<>+312(SB)/8, $opStoreSome<>(SB)
DATA handlers<>+320(SB)/8, $opAdvance<>(SB)
GLOBL handlers<>(SB), NOPTR, $328
