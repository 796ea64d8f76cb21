package traceglass.ingest.unwind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Unwinds with handmade call frame information. The code is mapped at [#BASE], so the function at offset 0 starts
/// there.
class CallFrameTest {

    private static final long BASE = 0x7000_0000L;
    private static final long STACK = 0x7ffd_0000L;
    private static final int X86_64 = 62;
    private static final int ARM64 = 183;
    /// Instructions that define the CFA as the stack pointer plus 8, with the return address below it.
    private static final int[] ON_CALL = {0x0c, 7, 8, 0x90, 1};
    private static final int OUTERMOST = 0x800;

    @TempDir
    Path dir;

    private static ElfBytes x86() {
        return new ElfBytes(X86_64).cie("zR", 16, ON_CALL).fde(OUTERMOST, 0x100, 0x07, 16);
    }

    private String unwind(ElfBytes elf, Processor processor, Registers registers, long... stack) throws Exception {
        Path file = dir.resolve("code.so");
        Files.write(file, elf.build());
        return unwind(file, processor, registers, stack);
    }

    private static String unwind(Path file, Processor processor, Registers registers, long... stack) {
        CodeMapping code = new CodeMapping(file.toString(), "", BASE, BASE + ElfBytes.CODE_SIZE, ElfBytes.CODE);
        ByteBuffer bytes = ByteBuffer.allocate(stack.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : stack) {
            bytes.putLong(word);
        }
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            UnwoundStack unwound = new Unwinder(processor, binaries, 20)
                    .unwind(
                            registers,
                            bytes.array(),
                            0,
                            stack.length * 8,
                            pc -> pc >= code.start() && pc < code.end() ? code : null);
            StringBuilder out = new StringBuilder();
            for (long pc : unwound.addresses()) {
                out.append(Long.toHexString(pc - BASE)).append(' ');
            }
            return out.append(unwound.end()).toString();
        }
    }

    /// Returns registers with a program counter in the code and with the stack pointer at the start of the stack.
    private static Registers registersAt(Processor processor, int offset) {
        Registers r = new Registers();
        r.set(processor.pc, BASE + offset);
        r.set(processor.sp, STACK);
        return r;
    }

    private static Registers registersAt(int offset) {
        return registersAt(Processor.X86_64, offset);
    }

    @Test
    void rulesApplyStartingAtTheirAddress() throws Exception {
        // push %rbx at 0, sub $16,%rsp at 1
        ElfBytes elf = x86().fde(0, 0x40, 0x41, 0x0e, 16, 0x83, 2, 0x44, 0x0e, 32);
        assertEquals("0 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0), BASE + 0x810));
        assertEquals("1 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(1), 5, BASE + 0x810));
        assertEquals("4 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(4), 5, BASE + 0x810));
        assertEquals("5 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(5), 0, 0, 5, BASE + 0x810));
        assertEquals("3f 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x3f), 0, 0, 5, BASE + 0x810));
        assertEquals("40 NO_INFORMATION", unwind(elf, Processor.X86_64, registersAt(0x40), 0, 0, 5, BASE + 0x810));
    }

    @Test
    void advancesOfOneTwoAndFourBytesAreRead() throws Exception {
        ElfBytes elf =
                x86().fde(0, 0x700, 0x02, 0x10, 0x0e, 16, 0x03, 0x00, 0x01, 0x0e, 24, 0x04, 0, 2, 0, 0, 0x0e, 32);
        assertEquals("f 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0xf), BASE + 0x810));
        assertEquals("10 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x10), 0, BASE + 0x810));
        assertEquals("110 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x110), 0, 0, BASE + 0x810));
        assertEquals("310 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x310), 0, 0, 0, BASE + 0x810));
    }

    @Test
    void savedRegistersDefineTheFrameOfTheCaller() throws Exception {
        // The first function saves rbp, to which the second one's frame is relative.
        ElfBytes elf = x86().fde(0, 0x40, 0x0e, 16, 0x86, 2).fde(0x100, 0x40, 0x0c, 6, 16, 0x86, 2);
        assertEquals(
                "8 110 810 COMPLETE",
                unwind(elf, Processor.X86_64, registersAt(8), STACK + 32, BASE + 0x110, 0, 0, 0, BASE + 0x810));
    }

    @Test
    void rememberedRulesAreRestored() throws Exception {
        // Early return at 0x10: the frame is removed there and restored at 0x11.
        ElfBytes elf = x86().fde(0, 0x40, 0x0e, 32, 0x50, 0x0a, 0x0e, 8, 0xc6, 0x41, 0x0b);
        assertEquals("f 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0xf), 0, 0, 0, BASE + 0x810));
        assertEquals("10 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x10), BASE + 0x810));
        assertEquals("11 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x11), 0, 0, 0, BASE + 0x810));
        ElfBytes unbalanced = x86().fde(0, 0x40, 0x0b);
        assertEquals("0 BAD_INFORMATION", unwind(unbalanced, Processor.X86_64, registersAt(0), BASE + 0x810));
    }

    @Test
    void expressionOfAnImportedFunctionUsesItsAddress() throws Exception {
        // 16-byte PLT entries push a word at offset 11: rsp + 8 + ((rip & 15) >= 11) * 8.
        ElfBytes elf = x86().fde(0, 0x100, 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);
        assertEquals("2a 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x2a), BASE + 0x810));
        assertEquals("2b 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0x2b), 9, BASE + 0x810));
    }

    @Test
    void everyKindOfRuleRestoresARegister() throws Exception {
        // rbx is in rdx; in the caller, the CFA is rbx + 16.
        int[] caller = {0x0c, 3, 16};
        long[] stack = {BASE + 0x110, 0, 0, BASE + 0x810};
        Registers r = registersAt(0);
        r.set(1, STACK + 16);
        ElfBytes moved = x86().fde(0, 0x40, 0x09, 3, 1).fde(0x100, 0x40, caller);
        assertEquals("0 110 810 COMPLETE", unwind(moved, Processor.X86_64, r, stack));
        // rbx is the CFA + 8, first as an offset, then computed by an expression.
        ElfBytes offset = x86().fde(0, 0x40, 0x15, 3, 0x7f).fde(0x100, 0x40, caller);
        assertEquals("0 110 810 COMPLETE", unwind(offset, Processor.X86_64, registersAt(0), stack));
        ElfBytes value = x86().fde(0, 0x40, 0x16, 3, 2, 0x23, 8).fde(0x100, 0x40, caller);
        assertEquals("0 110 810 COMPLETE", unwind(value, Processor.X86_64, registersAt(0), stack));
        // rbx is saved at the CFA, as computed by an expression.
        ElfBytes saved = x86().fde(0, 0x40, 0x10, 3, 2, 0x23, 0).fde(0x100, 0x40, caller);
        assertEquals(
                "0 110 810 COMPLETE",
                unwind(saved, Processor.X86_64, registersAt(0), BASE + 0x110, STACK + 16, 0, BASE + 0x810));
        ElfBytes undefined = x86().fde(0, 0x40, 0x07, 3).fde(0x100, 0x40, caller);
        assertEquals("0 110 BAD_INFORMATION", unwind(undefined, Processor.X86_64, r, stack));
    }

    @Test
    void registersThatAFunctionHasRestoredKeepTheirValue() throws Exception {
        // At the return instruction, the rules say that rbp is saved below the stack pointer.
        ElfBytes elf = x86().fde(0, 0x40, 0x86, 2).fde(0x100, 0x40, 0x0c, 6, 16);
        Registers r = registersAt(0);
        r.set(6, STACK + 16);
        assertEquals("0 110 810 COMPLETE", unwind(elf, Processor.X86_64, r, BASE + 0x110, 0, 0, BASE + 0x810));
    }

    @Test
    void aCallCanBeTheLastInstructionOfItsFunction() throws Exception {
        ElfBytes elf = x86().fde(0, 0x40).fde(0x100, 0x40, 0x0e, 16).fde(0x140, 0x40, 0x0e, 64);
        assertEquals(
                "0 140 810 COMPLETE", unwind(elf, Processor.X86_64, registersAt(0), BASE + 0x140, 0, BASE + 0x810));
    }

    @Test
    void theFrameOfASignalHasTheRegistersOfTheInterruptedCode() throws Exception {
        // The handler returns to 0x100, the start of the signal return code, whose frame has the stack pointer at 16
        // and the program counter at 24. The code before 0x100 has a different frame.
        ElfBytes elf = x86().fde(0, 0x40)
                .fde(0xc0, 0x40, 0x0e, 64)
                .fde(0x140, 0x40, 0x0e, 16)
                .cie("zRS", 16)
                .fde(0x100, 0x10, 0x0f, 3, 0x77, 8, 0x06, 0x10, 7, 2, 0x77, 8, 0x10, 16, 2, 0x77, 16);
        // The interrupted code is at the start of its function, so the address minus 1 would be in another function.
        assertEquals(
                "0 100 141 810 COMPLETE",
                unwind(
                        elf,
                        Processor.X86_64,
                        registersAt(0),
                        BASE + 0x100,
                        0,
                        STACK + 32,
                        BASE + 0x140,
                        0,
                        BASE + 0x810));
    }

    @Test
    void framePointersCrossCodeWithoutInformation() throws Exception {
        Registers r = registersAt(0x600);
        r.set(6, STACK + 8);
        assertEquals("600 810 COMPLETE", unwind(x86(), Processor.X86_64, r, 0, 0, BASE + 0x810));
        assertEquals("600 NO_INFORMATION", unwind(x86(), Processor.X86_64, r, 0, 0, 0x810));
        r.set(6, STACK - 8);
        assertEquals("600 NO_INFORMATION", unwind(x86(), Processor.X86_64, r, 0, 0, BASE + 0x810));
        r.set(6, STACK + 16);
        assertEquals("600 STACK_CUT", unwind(x86(), Processor.X86_64, r, 0, 0, BASE + 0x810));
    }

    @Test
    void aFrameThatIsItsOwnCallerEndsTheStack() throws Exception {
        ElfBytes loop =
                new ElfBytes(X86_64).cie("zR", 16, 0x0c, 7, 0, 0x15, 16, 0).fde(0, 0x40, 0x16, 16, 2, 0x80, 0);
        assertEquals("0 LOOP", unwind(loop, Processor.X86_64, registersAt(0), 0));
        // Unwinds a stack that is full of the same return address.
        ElfBytes deep = x86().fde(0, 0x40);
        long[] stack = new long[100];
        java.util.Arrays.fill(stack, BASE + 0x10);
        String found = unwind(deep, Processor.X86_64, registersAt(0), stack);
        assertEquals("TOO_DEEP", found.substring(found.lastIndexOf(' ') + 1));
        assertEquals(21, found.split(" ").length);
    }

    @Test
    void leafFunctionsOf64BitArmKeepTheReturnAddressInARegister() throws Exception {
        ElfBytes elf = new ElfBytes(ARM64)
                .cie("zR", 30, 0x0c, 31, 0)
                .fde(0, 0x40)
                .fde(0x100, 0x40, 0x0e, 16, 0x9d, 2, 0x9e, 1, 0x2d)
                .fde(OUTERMOST, 0x100, 0x07, 30);
        Registers r = registersAt(Processor.ARM64, 8);
        r.set(Processor.ARM64_LINK, BASE + 0x110);
        // The saved address has a pointer authentication signature.
        long signed = 0x002a_0000_0000_0000L | BASE + 0x810;
        assertEquals("8 110 810 COMPLETE", unwind(elf, Processor.ARM64, r, 0, signed));
        // A function that has called another one cannot have its return address in the register.
        assertEquals("8 10 BAD_INFORMATION", unwind(elf, Processor.ARM64, link(r, BASE + 0x10), 0, 0));
    }

    private static Registers link(Registers r, long address) {
        Registers copy = r.copy();
        copy.set(Processor.ARM64_LINK, address);
        return copy;
    }

    @Test
    void binariesOfAnotherProcessorAreNotUsed() throws Exception {
        ElfBytes elf = new ElfBytes(ARM64).cie("zR", 16, ON_CALL).fde(0, 0x40);
        assertEquals("0 NO_BINARY", unwind(elf, Processor.X86_64, registersAt(0), BASE + 0x810));
    }

    @Test
    void damagedInformationEndsTheStackOrIsSkipped() throws Exception {
        byte[] good = x86().fde(0, 0x40, 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22)
                .fde(0x100, 0x40, 0x0a, 0x41, 0x0e, 16, 0x0b, 0x41, 0x16, 3, 2, 0x23, 8)
                .build();
        Random random = new Random(11);
        Path file = dir.resolve("bad.so");
        for (int i = 0; i < 500; i++) {
            byte[] bad = good.clone();
            int flips = 1 + random.nextInt(4);
            for (int k = 0; k < flips; k++) {
                int range = good.length - ElfBytes.FRAMES;
                int offset = random.nextInt(4) == 0 ? random.nextInt(120) : ElfBytes.FRAMES + random.nextInt(range);
                bad[offset] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, i % 10 == 0 ? java.util.Arrays.copyOf(bad, random.nextInt(bad.length)) : bad);
            assertNotNull(unwind(file, Processor.X86_64, registersAt(0x20), BASE + 0x110, 0, 0, BASE + 0x810));
        }
    }

    @Test
    void registersOfASampleAreThoseOfItsMask() throws Exception {
        // The Linux registers ax, sp, ip and r15 are 0, 7, 16 and 15 in DWARF.
        Registers r = Processor.X86_64.registers(2, 0x800181, new long[] {1, 2, 3, 4});
        assertNotNull(r);
        assertEquals("1 2 3 4", r.get(0) + " " + r.get(7) + " " + r.get(16) + " " + r.get(15));
        assertEquals(null, Processor.X86_64.registers(1, 0x800181, new long[] {1, 2, 3, 4}));
        assertEquals(null, Processor.X86_64.registers(2, 0x81, new long[] {1, 2}));
        assertEquals(null, Processor.X86_64.registers(0, 0, new long[0]));
    }

    @Test
    void damagedExpressionsDoNotRunForever() throws Exception {
        // skip -3 jumps to itself.
        ElfBytes elf = x86().fde(0, 0x40, 0x0f, 3, 0x2f, 0xfd, 0xff);
        assertEquals("0 BAD_INFORMATION", unwind(elf, Processor.X86_64, registersAt(0), BASE + 0x810));
    }
}
