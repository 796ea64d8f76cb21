package traceglass.service.probe.perf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.protos.config.PerfEventConfig;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.perf.FrameInterner.TraceFrame;

/// Tests decoding and symbolization with fake records, processes and program files.
@SuppressWarnings("ByteBufferBackingArray") // The buffers are allocated here.
class PerfInputsTest {

    private static final long KERNEL = -128;
    private static final long USER = -512;

    @TempDir
    private Path proc;

    private void process(int pid, String commandLine, String maps) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(String.valueOf(pid)));
        Files.writeString(folder.resolve("cmdline"), commandLine);
        Files.writeString(folder.resolve("maps"), maps);
    }

    private static ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void decodesSamplesAndLosses() {
        ByteBuffer sample = bytes(80).position(8);
        sample.putInt(9).putShort((short) 2).putShort((short) 72);
        sample.putInt(11).putInt(12).putLong(1000).putLong(2).putLong(7).putLong(8);
        sample.putLong(2).putLong(KERNEL).putLong(0x10);
        RecordDecoder decoder = new RecordDecoder(3, true);
        RawSample decoded = decoder.decode(sample.array(), 8, 72);
        assertEquals(
                "3 2 11 12 1000 0",
                "%d %d %d %d %d %d"
                        .formatted(
                                decoded.cpu(),
                                decoded.cpuMode(),
                                decoded.pid(),
                                decoded.tid(),
                                decoded.ts(),
                                decoded.lostCount()));
        assertArrayEquals(new long[] {7, 8}, decoded.counts());
        assertArrayEquals(new long[] {KERNEL, 0x10}, decoded.callchain());
        byte[] lost =
                bytes(24).putInt(2).putInt(24 << 16).putLong(1).putLong(99).array();
        RawSample loss = decoder.decode(lost, 0, 24);
        assertEquals(99, loss.lostCount());
        // A loss record has no time: it gets the time of the last sample.
        assertEquals(1000, loss.ts());
        assertNull(decoder.decode(bytes(16).putInt(5).array(), 0, 16));
    }

    private PerfScope scope(String text) throws Exception {
        PerfEventConfig.Scope.Builder scope = PerfEventConfig.Scope.newBuilder();
        TextFormat.merge(text, scope);
        return new PerfScope(scope.build(), proc, 1);
    }

    private static List<Integer> includedProcesses(PerfScope scope) {
        return IntStream.rangeClosed(1, 5).filter(scope::includes).boxed().toList();
    }

    @Test
    void selectsProcessesByIdAndCommandLine() throws Exception {
        process(1, "/usr/bin/java\0-jar\0x.jar\0", "");
        process(2, "/opt/app/server\0", "");
        process(3, "java\0", "");
        process(4, "", "");
        assertEquals(List.of(1, 2, 3, 4, 5), includedProcesses(scope("")));
        assertEquals(List.of(1, 3), includedProcesses(scope("target_cmdline: 'java'")));
        assertEquals(List.of(1), includedProcesses(scope("target_cmdline: '/usr/bin/*'")));
        assertEquals(List.of(2), includedProcesses(scope("target_cmdline: 's*r'")));
        assertEquals(List.of(2, 4), includedProcesses(scope("target_pid: 4 target_cmdline: 'server'")));
        assertEquals(List.of(2, 4, 5), includedProcesses(scope("exclude_cmdline: 'java'")));
        assertEquals(List.of(1, 2), includedProcesses(scope("exclude_pid: 3 exclude_pid: 4 exclude_pid: 5")));
        assertEquals(List.of(1, 2), includedProcesses(scope("additional_cmdline_count: 2")));
        assertEquals(List.of(1, 3, 5), includedProcesses(scope("process_shard_count: 2")));
        assertEquals(List.of(), includedProcesses(scope("target_cmdline: '[a-z]+'")));
    }

    /// Returns an ELF file with one executable segment at file offset 0x1000, loaded at 0x3000, with a build id,
    /// and functions `first` at 0x3000 (0x10 bytes) and `second` at 0x3010 (no size).
    private static byte[] elf() {
        byte[] names = "\0first\0second\0".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer elf = bytes(0x1100);
        elf.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1);
        elf.putLong(32, 64).putLong(40, 0x400).putShort(56, (short) 2).putShort(60, (short) 3);
        elf.putInt(64, 1).putInt(68, 5).putLong(72, 0x1000).putLong(80, 0x3000).putLong(96, 0x100);
        elf.putInt(120, 4).putLong(128, 0x200).putLong(152, 24);
        elf.putInt(0x200, 4)
                .putInt(0x204, 4)
                .putInt(0x208, 3)
                .putInt(0x20c, 0x554e47)
                .putInt(0x210, 0x01020304);
        elf.putInt(0x440 + 4, 2)
                .putLong(0x440 + 24, 0x300)
                .putLong(0x440 + 32, 72)
                .putInt(0x440 + 40, 2);
        elf.putInt(0x480 + 4, 3).putLong(0x480 + 24, 0x380).putLong(0x480 + 32, names.length);
        elf.putInt(0x318, 7).put(0x31c, (byte) 2).putLong(0x320, 0x3010).putLong(0x328, 0);
        elf.putInt(0x330, 1).put(0x334, (byte) 0x12).putLong(0x338, 0x3000).putLong(0x340, 0x10);
        elf.put(0x380, names);
        return elf.array();
    }

    @Test
    void resolvesAddressesToFunctionsOfFilesAndOfTheKernel() throws Exception {
        Path program = proc.resolve("program");
        Files.write(program, elf());
        process(7, "program\0", """
            7f0000000000-7f0000001000 r--p 00000000 08:01 42                         %s
            7f0000001000-7f0000002000 r-xp 00001000 08:01 42                         %s
            7f0000005000-7f0000006000 rwxp 00000000 00:00 0
            """.formatted(program, program));
        Files.writeString(proc.resolve("kallsyms"), """
            ffffffff81000000 T start_kernel
            ffffffff81000100 W do_idle\t[module]
            ffffffff81000180 d a_variable
            0000000000000000 T hidden
            """);
        StackResolver resolver = new StackResolver(proc);
        List<TraceFrame> frames = resolver.frames(7, new long[] {
            KERNEL,
            0xffffffff81000105L,
            0xffffffff81000001L,
            USER,
            0x7f0000001010L,
            0x7f0000001010L,
            0x7f0000005004L,
            0x1234
        });
        assertEquals(
                List.of(" 1233", " 7f0000005003-", "first 300f", "second 3010", "start_kernel 0", "do_idle 0"),
                frames.stream().map(PerfInputsTest::text).toList());
        TraceFrame user = frames.get(3);
        assertEquals(0x2000, user.mapping().loadBias());
        assertEquals(0x1000, user.mapping().exactOffset());
        assertEquals(program.toString().substring(1), user.mapping().path());
        assertArrayEquals(new byte[] {4, 3, 2, 1}, user.mapping().buildId().toByteArray());
        assertEquals("kernel", frames.getLast().mapping().path());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pipesInsteadOfProgramsAreNotOpened() throws Exception {
        Path pipe = proc.resolve("program");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        process(7, "program\0", """
            7f0000001000-7f0000002000 r-xp 00001000 08:01 42                         %s
            """.formatted(pipe));
        List<TraceFrame> frames = new StackResolver(proc).frames(7, new long[] {USER, 0x7f0000001010L});
        assertEquals(List.of(" 1010"), frames.stream().map(PerfInputsTest::text).toList());
    }

    /// The symbols of each of these files take 54 bytes.
    @ParameterizedTest
    @CsvSource({"60, ' 1008'", "120, 'first 3008'"})
    void evictsTheLeastRecentlyUsedSymbols(long maxBytes, String expected) throws Exception {
        Path one = Files.write(proc.resolve("one"), elf());
        Path two = Files.write(proc.resolve("two"), elf());
        process(7, "program\0", """
            7f0000001000-7f0000002000 r-xp 00001000 08:01 42                         %s
            7f0000004000-7f0000005000 r-xp 00001000 08:01 43                         %s
            """.formatted(one, two));
        StackResolver resolver = new StackResolver(proc, maxBytes);
        for (long address : new long[] {0x7f0000001004L, 0x7f0000004004L}) {
            assertEquals(
                    "first 3004",
                    text(resolver.frames(7, new long[] {USER, address}).getFirst()));
        }
        Files.delete(one);
        assertEquals(
                expected,
                text(resolver.frames(7, new long[] {USER, 0x7f0000001008L}).getFirst()));
    }

    @Test
    void errorsOfTheQueueThreadReachTheReader() throws Exception {
        CallstackQueue queue = new CallstackQueue(new SampleEncoder(settings(""), new StackResolver(proc)), 500);
        try {
            queue.runBetween(() -> {
                throw new OutOfMemoryError("thrown by the test");
            });
            queue.start();
            queue.await(5000);
            IllegalStateException thrown = assertThrows(IllegalStateException.class, queue::drainPackets);
            assertEquals("thrown by the test", thrown.getCause().getMessage());
        } finally {
            queue.close();
        }
    }

    private static String text(TraceFrame frame) {
        boolean isAnonymous =
                frame.mapping().path().isEmpty() && frame.mapping().start() != 0;
        return frame.function() + " "
                + Long.toHexString(isAnonymous ? frame.mapping().start() + frame.relativePc() : frame.relativePc())
                + (isAnonymous ? "-" : "");
    }

    @Test
    void damagedFilesHaveNoNamesAndCauseNoFailure() throws Exception {
        byte[] complete = elf();
        Path file = proc.resolve("damaged");
        java.util.Random random = new java.util.Random(5);
        for (int i = 0; i < 2000; i++) {
            byte[] damaged = complete.clone();
            for (int j = 0; j < 4; j++) {
                damaged[random.nextInt(0x4c0)] = (byte) random.nextInt();
            }
            Files.write(file, i % 3 == 0 ? java.util.Arrays.copyOf(damaged, random.nextInt(complete.length)) : damaged);
            ElfImage image = ElfImage.read(file);
            image.function(0x3000);
            image.function(random.nextLong());
        }
        assertNull(ElfImage.read(proc.resolve("missing")).function(1));
    }

    private static PerfSettings settings(String text) throws Exception {
        PerfEventConfig.Builder config = PerfEventConfig.newBuilder();
        TextFormat.merge(text, config);
        return PerfSettings.of(config.build());
    }

    @Test
    void fillsInDefaults() throws Exception {
        PerfSettings plain = settings("");
        assertEquals(10, plain.defaults().getTimebase().getFrequency());
        assertEquals("SW_CPU_CLOCK", plain.event().name());
        assertEquals(256, plain.ringPages());
        assertEquals(100, plain.readPeriodMs());
        assertEquals(5, plain.traceClock());
        assertEquals(4, plain.samplesPerRead());
        assertFalse(plain.hasCallstacks());
        PerfSettings old = settings("all_cpus: true sampling_frequency: 99 kernel_frames: true target_pid: 5");
        assertEquals(99, old.defaults().getTimebase().getFrequency());
        assertTrue(old.hasUserFrames() && old.hasKernelFrames() && old.needsDwarf());
        assertEquals(List.of(5), old.scope().getTargetPidList());
        PerfSettings kernel = settings("callstack_sampling { kernel_frames: true user_frames: UNWIND_SKIP }");
        assertTrue(kernel.hasKernelFrames() && !kernel.hasUserFrames() && !kernel.needsDwarf());
    }

    @Test
    void keepsEverySampleWhenTooManyWait() throws ProbeRefused {
        SampleEncoder encoder =
                new SampleEncoder(PerfSettings.of(PerfEventConfig.getDefaultInstance()), new StackResolver(proc));
        CallstackQueue queue = new CallstackQueue(encoder, 500);
        try {
            RawSample sample = new RawSample(0, 2, 7, 7, 5, new long[] {1}, new long[] {USER, 1}, 0);
            for (int i = 0; i < 10; i++) {
                queue.add(sample);
            }
            queue.restart();
            queue.start();
            queue.await(5000);
            // 120 bytes per sample: four fit, six are encoded without a callstack.
            assertEquals(11, queue.drainPackets().size());
            assertEquals(0, queue.drainPackets().size());
        } finally {
            queue.close();
        }
    }

    @Test
    void countsSamplesThatDoNotFitAsLost() throws Exception {
        SampleEncoder encoder =
                new SampleEncoder(PerfSettings.of(PerfEventConfig.getDefaultInstance()), new StackResolver(proc));
        CallstackQueue queue = new CallstackQueue(encoder, 500, 100);
        try {
            RawSample sample = new RawSample(0, 2, 7, 7, 5, new long[] {1}, new long[] {USER, 1}, 0);
            for (int i = 0; i < 103; i++) {
                queue.add(sample);
            }
            queue.start();
            queue.await(5000);
            assertEquals(100, queue.drainPackets().size());
            queue.add(sample);
            queue.await(5000);
            List<byte[]> last = queue.drainPackets();
            assertEquals(2, last.size());
            assertEquals(
                    3, TracePacket.parseFrom(last.getFirst()).getPerfSample().getKernelRecordsLost());
        } finally {
            queue.close();
        }
    }
}
