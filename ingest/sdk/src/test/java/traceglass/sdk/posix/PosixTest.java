package traceglass.sdk.posix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PosixTest {

    @BeforeEach
    void assumeLinux() {
        assumeTrue(Posix.isSupported());
    }

    @Test
    void passesSharedMemoryThroughAFileSocket(@TempDir Path folder) throws IOException {
        assertPassesSharedMemory(folder.resolve("s").toString());
    }

    @Test
    void passesSharedMemoryThroughAnAbstractSocket() throws IOException {
        assertPassesSharedMemory("@traceglass-posix-" + ProcessHandle.current().pid());
    }

    private static void assertPassesSharedMemory(String address) throws IOException {
        byte[] text = "length and payload".getBytes(StandardCharsets.UTF_8);
        try (UnixStream listener = UnixStream.listen(address);
                UnixStream client = UnixStream.connect(address);
                UnixStream server = listener.accept(1000);
                SharedMemory ours = SharedMemory.create("test", 8192)) {
            assertEquals(ProcessHandle.current().pid(), server.peer().pid());
            client.send(text, 0, text.length, ours.descriptor(), 1000);
            byte[] actual = new byte[100];
            int count = server.receive(actual, 0, actual.length, 1000);
            assertArrayEquals(text, Arrays.copyOf(actual, count));
            Descriptor file = server.takeDescriptor();
            assertNull(server.takeDescriptor());
            assertTrue(SharedMemory.isSealed(file));
            try (SharedMemory theirs = SharedMemory.map(file)) {
                assertEquals(8192, theirs.segment().byteSize());
                ours.setInt(4096, 42);
                assertTrue(theirs.compareAndSetInt(4096, 42, 43));
                assertFalse(theirs.compareAndSetInt(4096, 42, 44));
                assertEquals(43, ours.getInt(4096));
                theirs.setShort(6, (short) -2);
                assertEquals(-2, ours.getShort(6));
            }
            client.close();
            assertEquals(UnixStream.END, server.receive(actual, 0, actual.length, 1000));
        }
    }

    @Test
    void sendsMoreThanTheSocketCanBuffer() throws Exception {
        String address = "@traceglass-posix-large-" + ProcessHandle.current().pid();
        byte[] large = new byte[3_000_000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31 >> 8);
        }
        try (UnixStream listener = UnixStream.listen(address);
                UnixStream client = UnixStream.connect(address);
                UnixStream server = listener.accept(1000)) {
            Thread sender = Thread.ofPlatform().start(() -> {
                try {
                    client.send(large, 0, large.length, null, 5000);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            byte[] actual = new byte[large.length];
            int offset = 0;
            while (offset < actual.length) {
                int count = server.receive(actual, offset, actual.length, 5000);
                assertTrue(count > 0, "nothing came after " + offset);
                offset += count;
            }
            sender.join();
            assertArrayEquals(large, actual);
            PosixException full =
                    assertThrows(PosixException.class, () -> client.send(large, 0, large.length, null, 10));
            assertEquals(PosixErrors.EAGAIN, full.errno());
        }
    }

    @Test
    void reportsWhyAConnectionFails(@TempDir Path folder) {
        String missing = folder.resolve("none").toString();
        PosixException none = assertThrows(PosixException.class, () -> UnixStream.connect(missing));
        assertEquals(PosixErrors.ENOENT, none.errno());
        assertTrue(none.getMessage().contains(missing), none.getMessage());
        PosixException tooLong = assertThrows(PosixException.class, () -> UnixStream.connect("/" + "x".repeat(108)));
        assertEquals(PosixErrors.ENAMETOOLONG, tooLong.errno());
    }

    @Test
    void writesANewFileAndReadsItBack(@TempDir Path folder) throws IOException {
        String path = folder.resolve("f").toString();
        byte[] text = "a header and a body".getBytes(StandardCharsets.UTF_8);
        try (Descriptor file = Descriptor.create(path)) {
            file.write(text, 0, 8);
            file.write(text, 8, text.length - 8);
            file.sync();
            assertEquals(text.length, file.size());
            assertArrayEquals(Arrays.copyOfRange(text, 2, 8), file.readAt(2, 6));
            assertArrayEquals(Arrays.copyOfRange(text, 9, text.length), file.readAt(9, 100));
            assertFalse(SharedMemory.isSealed(file));
            assertArrayEquals(text, Files.readAllBytes(Path.of(path)));
        }
        PosixException exists = assertThrows(PosixException.class, () -> Descriptor.create(path));
        assertEquals("open failed with error 17 (file exists)", exists.getMessage());
    }

    @Test
    void shutsDownAndClosesOnlyOnce() throws Exception {
        String address = "@traceglass-posix-close-" + ProcessHandle.current().pid();
        UnixStream listener = UnixStream.listen(address);
        Thread waiting = Thread.ofPlatform().start(() -> assertThrows(PosixException.class, () -> listener.accept(-1)));
        listener.shutdown();
        waiting.join(10_000);
        assertFalse(waiting.isAlive());
        listener.close();
        try (UnixStream next = UnixStream.listen(address);
                UnixStream client = UnixStream.connect(address)) {
            listener.shutdown();
            listener.close();
            next.accept(1000).close();
            assertEquals(UnixStream.END, client.receive(new byte[1], 0, 1, -1));
        }
    }

    @Test
    void readsClocksAndTheThreadId() throws IOException {
        long before = System.nanoTime();
        long monotonic = Posix.clockNs(Posix.CLOCK_MONOTONIC);
        assertTrue(before <= monotonic && monotonic <= System.nanoTime(), "the clock of System.nanoTime");
        assertTrue(Posix.clockNs(Posix.CLOCK_BOOTTIME) >= monotonic);
        assertTrue(Math.abs(Posix.clockNs(Posix.CLOCK_REALTIME) / 1_000_000 - System.currentTimeMillis()) < 2000);
        String self = Files.readSymbolicLink(Path.of("/proc/thread-self")).toString();
        assertEquals(self.substring(self.lastIndexOf('/') + 1), Integer.toString(Posix.threadId()));
    }
}
