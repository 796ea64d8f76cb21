package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.posix.SharedMemory;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;

/// Connects producers to a scripted service.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProducerConnectionTest {

    private static final Category WIRE = Category.of("sdk.wire", "Events of the test");

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<byte[]> arguments = Collections.synchronizedList(new ArrayList<>());
    private Thread running = Thread.currentThread();
    private volatile Throwable problem;

    private ScriptedSocket socket(boolean isShared) {
        return new ScriptedSocket(isShared, (method, content) -> {
            synchronized (calls) {
                calls.add(method);
                arguments.add(content);
            }
        });
    }

    private void run(ScriptedSocket socket) {
        running = Thread.ofPlatform().daemon().start(() -> {
            try (ProducerConnection connection = new ProducerConnection(socket, new TracingSetup(), null)) {
                connection.open();
                connection.run();
            } catch (IOException e) {
                problem = e;
            }
        });
    }

    @AfterEach
    void assertNoSessionIsLeft() throws Exception {
        running.join(5000);
        assertFalse(running.isAlive() && running != Thread.currentThread());
        assertFalse(WIRE.isEnabled());
    }

    private static ProtoWriter instance(long id, String source, String pattern) {
        ProtoWriter command = new ProtoWriter().varint(1, id);
        int config = command.open(2);
        command.string(1, source).varint(2, 3);
        int events = command.open(113);
        command.string(2, pattern).string(1, "*");
        command.close(events);
        command.close(config);
        return command;
    }

    private void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 500 && !condition.call(); i++) {
            Thread.sleep(10);
        }
        assertTrue(condition.call(), () -> calls + " " + problem);
    }

    /// Returns the number of committed chunks with events of the test.
    private long chunksWithData() {
        long chunks = 0;
        synchronized (calls) {
            for (int i = 0; i < calls.size(); i++) {
                if (calls.get(i).equals("CommitData")) {
                    for (ProtoFields fields = new ProtoFields(arguments.get(i)); fields.next(); ) {
                        String text = new String(fields.content(), StandardCharsets.ISO_8859_1);
                        chunks += text.contains("over the wire") ? 1 : 0;
                    }
                }
            }
        }
        return chunks;
    }

    @Test
    void sendsChunksInMessagesIfMemoryCannotBeShared() throws Exception {
        ScriptedSocket socket = socket(false);
        run(socket);
        await(() -> calls.contains("RegisterDataSource"));
        socket.sendCommand(3, new ProtoWriter().varint(1, 4), null);
        socket.sendCommand(6, instance(1, "track_event", "sdk.wire"), null);
        socket.sendCommand(1, instance(1, "track_event", "sdk.wire"), null);
        await(WIRE::isEnabled);
        for (int i = 0; i < 300; i++) {
            Trace.event(WIRE, "over the wire " + i).instant();
        }
        socket.sendCommand(5, new ProtoWriter().varint(1, 1).varint(2, 77), null);
        await(() -> chunksWithData() >= 2);
        socket.sendCommand(2, new ProtoWriter().varint(1, 1), null);
        await(() -> calls.contains("NotifyDataSourceStopped"));
        assertTrue(calls.indexOf("RegisterTraceWriter") < calls.indexOf("CommitData"));
        assertTrue(calls.contains("UnregisterTraceWriter"));
        socket.end();
    }

    @Test
    void acknowledgesFlushesAndStopsOfInstancesThatWereNeverStarted() throws Exception {
        ScriptedSocket socket = socket(false);
        run(socket);
        await(() -> calls.contains("RegisterDataSource"));
        socket.sendCommand(5, new ProtoWriter().varint(1, 9).varint(2, 5), null);
        socket.sendCommand(2, new ProtoWriter().varint(1, 9), null);
        await(() -> calls.contains("NotifyDataSourceStopped"));
        assertEquals(1, calls.stream().filter("CommitData"::equals).count());
        socket.end();
    }

    @Test
    void endsWhenTheServiceSendsNoMemoryOrPagesOfAWrongSize() throws Exception {
        assumeTrue(Posix.isSupported());
        for (int pageKb : new int[] {0, 3, 64, -1, 1 << 30}) {
            problem = null;
            ScriptedSocket socket = socket(true);
            run(socket);
            await(() -> calls.contains("RegisterDataSource"));
            SharedMemory memory = pageKb == 3 ? null : SharedMemory.create("test", 65536);
            socket.sendCommand(3, new ProtoWriter().varint(1, pageKb), memory == null ? null : memory.descriptor());
            await(() -> problem != null);
            running.join(5000);
            calls.clear();
        }
    }

    @Test
    void survivesDamagedFramesWhileThreadsWrite() throws Exception {
        assumeTrue(Posix.isSupported());
        AtomicBoolean runs = new AtomicBoolean(true);
        AtomicInteger seen = new AtomicInteger();
        running = Thread.ofPlatform().start(() -> {
            while (runs.get()) {
                seen.addAndGet(WIRE.isEnabled() ? 1 : 0);
                Trace.instant(WIRE, "over the wire");
                LockSupport.parkNanos(10_000);
            }
        });
        Random random = new Random(27);
        for (int c = 0; c < 100; c++) {
            ScriptedSocket socket = new ScriptedSocket(c % 2 == 0, (method, content) -> {});
            try (SharedMemory memory = SharedMemory.create("test", 65536);
                    ProducerConnection connection = new ProducerConnection(socket, new TracingSetup(), null)) {
                connection.open();
                if (c % 3 == 0) {
                    socket.sendCommand(3, new ProtoWriter().varint(1, 4), memory.descriptor());
                }
                for (int i = 0; i < 200; i++) {
                    socket.sendRaw(damaged(random, socket));
                }
                socket.end();
                assertThrows(IOException.class, connection::run);
            }
        }
        runs.set(false);
        assertTrue(seen.get() > 0);
    }

    private static byte[] damaged(Random random, ScriptedSocket socket) {
        int id = 1 + random.nextInt(3);
        int field = random.nextInt(9);
        ProtoWriter content = switch (field) {
            case 6, 1 -> instance(id, random.nextBoolean() ? "track_event" : "none", "sdk.wire");
            case 3 -> new ProtoWriter().varint(1, random.nextInt(3) == 0 ? random.nextInt() : 4);
            default -> new ProtoWriter().varint(1, id).varint(2, random.nextInt());
        };
        byte[] frame = socket.commandFrame(field, content);
        if (random.nextInt(3) > 0) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                frame[4 + random.nextInt(frame.length - 4)] = (byte) random.nextInt();
            }
        }
        if (random.nextInt(2000) == 0) {
            frame[2] = (byte) random.nextInt();
        }
        return frame;
    }
}
