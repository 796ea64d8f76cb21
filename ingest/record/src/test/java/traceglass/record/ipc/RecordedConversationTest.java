package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.ipc.EnableTracingRequest;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.record.spi.TraceFile;
import traceglass.record.testing.PerfettoPrograms;
import traceglass.record.testing.ScriptedService;

/// Replays the service's side of a recorded conversation between the real client and the real service, and compares our
/// client's bytes with the real client's.
class RecordedConversationTest {

    @Test
    void sendsAndWritesTheSameBytesAsTheRealClient(@TempDir Path folder) throws Exception {
        for (int step : new int[] {1 << 20, 8192, 997}) {
            replay(folder.resolve("t" + step), step);
        }
    }

    @SuppressWarnings("try") // It is closed before the block ends.
    private static void replay(Path to, int step) throws Exception {
        byte[] client =
                Files.readAllBytes(PerfettoPrograms.requireShared("ipc/consumer_session_client_to_service.bin"));
        byte[] service =
                Files.readAllBytes(PerfettoPrograms.requireShared("ipc/consumer_session_service_to_client.bin"));
        int[] ends = {frameEnd(service, 0), frameEnd(service, frameEnd(service, 0)), service.length};
        try (ScriptedService script = new ScriptedService(s -> {
                    int offset = 0;
                    for (int end : ends) {
                        s.readFrame();
                        s.send(service, offset, end - offset, step);
                        offset = end;
                    }
                    s.readFrame();
                });
                TraceFile file = TraceFile.create(to)) {
            ConsumerPort port = ConsumerPort.bind(script.connect(), "the recorded service");
            EnableTracingResponse end = port.enableTracing(config(client)).get(60, TimeUnit.SECONDS);
            assertTrue(end.getDisabled());
            port.readBuffers(file, Duration.ofSeconds(10));
            port.close();
            file.close();
            assertArrayEquals(client, script.received());
        }
        byte[] trace = Files.readAllBytes(to);
        assertEquals(144_516, trace.length);
        assertArrayEquals(expectedTrace(service, ends[1]), trace);
    }

    private static int frameEnd(byte[] bytes, int offset) {
        return offset
                + 4
                + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(offset);
    }

    /// Returns the encoded config that the real client sent. Its fields are not ordered by number.
    private static ByteString config(byte[] client) throws Exception {
        int offset = frameEnd(client, 0);
        CodedInputStream args = IPCFrame.parseFrom(
                        java.util.Arrays.copyOfRange(client, offset + 4, frameEnd(client, offset)))
                .getMsgInvokeMethod()
                .getArgsProto()
                .newCodedInput();
        assertEquals(EnableTracingRequest.TRACE_CONFIG_FIELD_NUMBER << 3 | 2, args.readTag());
        ByteString config = args.readBytes();
        assertTrue(args.isAtEnd());
        return config;
    }

    /// Assembles the packets from message objects, as a slow reference implementation.
    private static byte[] expectedTrace(byte[] service, int from) throws Exception {
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        for (int offset = from; offset < service.length; offset = frameEnd(service, offset)) {
            IPCFrame frame =
                    IPCFrame.parseFrom(java.util.Arrays.copyOfRange(service, offset + 4, frameEnd(service, offset)));
            for (ReadBuffersResponse.Slice s : ReadBuffersResponse.parseFrom(
                            frame.getMsgInvokeMethodReply().getReplyProto())
                    .getSlicesList()) {
                s.getData().writeTo(packet);
                if (s.getLastSliceForPacket()) {
                    trace.write(0x0A);
                    int n = packet.size();
                    for (; n > 0x7F; n >>>= 7) {
                        trace.write(n & 0x7F | 0x80);
                    }
                    trace.write(n);
                    packet.writeTo(trace);
                    packet.reset();
                }
            }
        }
        return trace.toByteArray();
    }

    @Test
    @SuppressWarnings("try") // It is closed before the block ends.
    void keepsCompletePacketsWhenTheConnectionBreaks(@TempDir Path folder) throws Exception {
        byte[] client =
                Files.readAllBytes(PerfettoPrograms.requireShared("ipc/consumer_session_client_to_service.bin"));
        byte[] service =
                Files.readAllBytes(PerfettoPrograms.requireShared("ipc/consumer_session_service_to_client.bin"));
        int second = frameEnd(service, 0);
        int third = frameEnd(service, second);
        int cut = frameEnd(service, frameEnd(service, third)) + 5000;
        Path to = folder.resolve("cut");
        try (ScriptedService script = new ScriptedService(s -> {
                    s.readFrame();
                    s.send(service, 0, second, 4096);
                    s.readFrame();
                    s.send(service, second, third - second, 4096);
                    s.readFrame();
                    s.send(service, third, cut - third, 4096);
                });
                TraceFile file = TraceFile.create(to)) {
            ConsumerPort port = ConsumerPort.bind(script.connect(), "the recorded service");
            port.enableTracing(config(client)).get(60, TimeUnit.SECONDS);
            traceglass.record.spi.RecordProblem lost = org.junit.jupiter.api.Assertions.assertThrows(
                    traceglass.record.spi.RecordProblem.class, () -> port.readBuffers(file, Duration.ofSeconds(10)));
            assertEquals(traceglass.record.spi.RecordProblem.Kind.LOST, lost.kind());
            file.close();
            assertNull(script.failure());
        }
        byte[] kept = Files.readAllBytes(to);
        byte[] whole = expectedTrace(service, third);
        assertTrue(kept.length > 60_000, () -> kept.length + " bytes kept");
        assertArrayEquals(java.util.Arrays.copyOf(whole, kept.length), kept);
        // The kept data ends at a packet boundary.
        assertTrue(traceglass.protos.trace.Trace.parseFrom(kept).getPacketCount() > 0);
    }
}
