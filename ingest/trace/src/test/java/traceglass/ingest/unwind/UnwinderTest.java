package traceglass.ingest.unwind;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.elf.ElfFile;

/// Unwinds recorded stacks of a small program (`frames.c`). The expected chains were printed by perf.
class UnwinderTest {

    private static final long MASK = 0xff0fff;
    private static final long CODE = 0x400800;
    private static final long PAGE = 0x400000;
    private static final List<Sample> SAMPLES = new ArrayList<>();

    @TempDir
    Path dir;

    private record Sample(long[] registers, byte[] stack, long[] chain) {}

    @BeforeAll
    static void readSamples() throws IOException {
        try (InputStream in = UnwinderTest.class.getResourceAsStream("frames.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            long[] registers = null;
            byte[] stack = null;
            for (String line : text.split("\n")) {
                String remainder = line.substring(line.indexOf(' ') + 1);
                if (line.startsWith("regs ")) {
                    registers = numbers(remainder);
                } else if (line.startsWith("stack ")) {
                    stack = HexFormat.of().parseHex(remainder);
                } else if (line.startsWith("chain ")) {
                    SAMPLES.add(new Sample(registers, stack, numbers(remainder)));
                }
            }
        }
        assertEquals(16, SAMPLES.size());
    }

    private static long[] numbers(String text) {
        return Arrays.stream(text.split(" "))
                .mapToLong(w -> Long.parseUnsignedLong(w, 16))
                .toArray();
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = UnwinderTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private Path copy(String name) throws IOException {
        return Files.write(dir.resolve(name), resource(name));
    }

    private static String buildId(Path file) throws IOException {
        try (ElfFile elf = ElfFile.open(file)) {
            return elf.buildId();
        }
    }

    private static UnwoundStack unwind(
            Sample s, int size, LocalBinaries binaries, String path, String buildId, int maxFrames) {
        CodeMapping code = new CodeMapping(path, buildId, PAGE, PAGE + 0x1000, 0);
        return new Unwinder(Processor.X86_64, binaries, maxFrames)
                .unwind(
                        Processor.X86_64.registers(2, MASK, s.registers),
                        s.stack,
                        0,
                        size,
                        pc -> pc >= code.start() && pc < code.end() ? code : null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frames.elf", "frames-debug.elf"})
    void findsTheChainsThatPerfFinds(String name) throws IOException {
        Path file = copy(name);
        String id = buildId(file);
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            for (Sample s : SAMPLES) {
                UnwoundStack unwound = unwind(s, s.stack.length, binaries, file.toString(), id, 127);
                assertArrayEquals(s.chain, unwound.addresses());
                assertEquals(UnwoundStack.End.COMPLETE, unwound.end());
            }
        }
    }

    @Test
    void aShorterPartOfTheStackYieldsTheInnerFrames() throws IOException {
        Path file = copy("frames.elf");
        String id = buildId(file);
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            for (Sample s : SAMPLES) {
                int before = 1;
                for (int size = 0; size <= s.stack.length; size += 8) {
                    UnwoundStack unwound = unwind(s, size, binaries, file.toString(), id, 127);
                    int count = unwound.addresses().length;
                    assertTrue(count >= before);
                    assertArrayEquals(Arrays.copyOf(s.chain, count), unwound.addresses());
                    assertEquals(
                            count == s.chain.length ? UnwoundStack.End.COMPLETE : UnwoundStack.End.STACK_CUT,
                            unwound.end());
                    before = count;
                }
            }
        }
    }

    @Test
    void anotherBinaryAtThePathIsNotUsed() throws IOException {
        Path file = copy("frames.elf");
        String id = buildId(file);
        Sample s = SAMPLES.getFirst();
        for (String[] wrong : new String[][] {
            {file.toString(), "00" + id.substring(2)},
            {dir.resolve("missing").toString(), id},
            {dir.toString(), id},
            {"/proc/self/exe", id},
            {copy("frames-debug.elf").toString(), id},
            {Files.write(dir.resolve("text"), new byte[300]).toString(), id},
            {file.toString() + "\0", id}
        }) {
            try (LocalBinaries binaries = new LocalBinaries(List.of())) {
                UnwoundStack unwound = unwind(s, s.stack.length, binaries, wrong[0], wrong[1], 127);
                assertEquals(UnwoundStack.End.NO_BINARY, unwound.end(), wrong[0]);
                assertEquals(wrong[0], unwound.mapping().path());
                assertArrayEquals(new long[] {s.chain[0]}, unwound.addresses());
            }
        }
    }

    @Test
    void binariesAreFoundInTheCacheByTheirBuildId() throws IOException {
        Path file = copy("frames.elf");
        String id = buildId(file);
        Path stored = dir.resolve(".build-id").resolve(id.substring(0, 2)).resolve(id.substring(2));
        Files.createDirectories(stored);
        Files.move(file, stored.resolve("elf"));
        Sample s = SAMPLES.getLast();
        try (LocalBinaries binaries = new LocalBinaries(List.of(dir))) {
            UnwoundStack unwound = unwind(s, s.stack.length, binaries, "/opt/gone/frames", id, 127);
            assertArrayEquals(s.chain, unwound.addresses());
        }
    }

    @Test
    void debugInformationOfAnotherFileIsUsed() throws IOException {
        // One file has the code without debug information; a file with the same id has the debug information.
        Path full = copy("frames-debug.elf");
        String id = buildId(full);
        byte[] strippedBytes = resource("frames-debug.elf");
        int name = new String(strippedBytes, StandardCharsets.ISO_8859_1).indexOf(".debug_frame");
        strippedBytes[name + 1] = 'x';
        Path stripped = Files.write(dir.resolve("stripped"), strippedBytes);
        Path folder = Files.createDirectories(dir.resolve(".build-id").resolve(id.substring(0, 2)));
        Files.move(full, folder.resolve(id.substring(2) + ".debug"));
        Sample s = SAMPLES.getLast();
        try (LocalBinaries binaries = new LocalBinaries(List.of(dir))) {
            UnwoundStack unwound = unwind(s, s.stack.length, binaries, stripped.toString(), id, 127);
            assertArrayEquals(s.chain, unwound.addresses());
        }
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            UnwoundStack unwound = unwind(s, s.stack.length, binaries, stripped.toString(), id, 127);
            assertArrayEquals(new long[] {s.chain[0]}, unwound.addresses());
        }
    }

    @Test
    void withoutABuildIdTheMappedCodeMustBeThatOfTheFile() throws IOException {
        Path file = copy("frames.elf");
        Sample s = SAMPLES.getFirst();
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            assertArrayEquals(
                    s.chain,
                    unwind(s, s.stack.length, binaries, file.toString(), "", 127)
                            .addresses());
        }
        // A mapping of a different size belongs to a different file.
        CodeMapping other = new CodeMapping(file.toString(), "", PAGE, PAGE + 0x3000, 0);
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            UnwoundStack unwound = new Unwinder(Processor.X86_64, binaries, 127)
                    .unwind(
                            Processor.X86_64.registers(2, MASK, s.registers),
                            s.stack,
                            0,
                            s.stack.length,
                            pc -> pc >= CODE && pc < other.end() ? other : null);
            assertEquals(UnwoundStack.End.NO_BINARY, unwound.end());
        }
    }

    @Test
    void stacksAreTruncatedAtTheGivenDepth() throws IOException {
        Path file = copy("frames.elf");
        String id = buildId(file);
        Sample s = SAMPLES.getLast();
        try (LocalBinaries binaries = new LocalBinaries(List.of())) {
            UnwoundStack unwound = unwind(s, s.stack.length, binaries, file.toString(), id, 3);
            assertArrayEquals(Arrays.copyOf(s.chain, 3), unwound.addresses());
            assertEquals(UnwoundStack.End.TOO_DEEP, unwound.end());
        }
    }

    @Test
    void damagedStacksAndBinariesEndTheChain() throws IOException {
        Random random = new Random(5);
        byte[] good = resource("frames.elf");
        for (int round = 0; round < 300; round++) {
            byte[] bad = good.clone();
            for (int i = random.nextInt(8); i > 0; i--) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path file = Files.write(dir.resolve("bad" + round), bad);
            Sample s = SAMPLES.get(random.nextInt(SAMPLES.size()));
            byte[] stack = s.stack.clone();
            for (int i = random.nextInt(8); i > 0; i--) {
                stack[random.nextInt(stack.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try (LocalBinaries binaries = new LocalBinaries(List.of())) {
                UnwoundStack unwound = unwind(
                        new Sample(s.registers, stack, s.chain), stack.length, binaries, file.toString(), "", 127);
                assertEquals(s.chain[0], unwound.addresses()[0]);
                assertTrue(unwound.addresses().length <= 127);
            }
            Files.delete(file);
        }
    }
}
