package traceglass.record.ipc;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.record.spi.TraceFile;
import traceglass.record.testing.ScriptedService;

/// Reads a trace of a given size from a service that sends as fast as the socket accepts data, and prints the
/// throughput. A separate program, so that it can run with little memory.
final class ReadBackBench {

    private static final int SLICE = 4000;
    private static final int SLICES = 9;
    private static final int METHOD = 3;

    private ReadBackBench() {}

    public static void main(String[] args) throws Exception {
        long traceBytes = Long.parseLong(args[0]) << 20;
        Path file = Path.of(args[1]);
        byte[] part = frame(reply(true));
        byte[] last = frame(reply(false));
        try (ScriptedService service = new ScriptedService(s -> {
                    s.readFrame();
                    s.sendFrame(bindReply());
                    s.readFrame();
                    for (long sent = 0; sent < traceBytes; sent += SLICE * SLICES) {
                        s.send(part, 0, part.length, part.length);
                    }
                    s.send(last, 0, last.length, last.length);
                    s.readFrame();
                });
                TraceFile trace = TraceFile.create(file)) {
            ConsumerPort port = ConsumerPort.bind(service.connect(), "the benchmark service");
            long startNs = System.nanoTime();
            port.readBuffers(trace, Duration.ofSeconds(60));
            trace.drain();
            long elapsedNs = System.nanoTime() - startNs;
            port.close();
            long bytes = trace.bytes();
            System.out.printf(
                    java.util.Locale.ROOT,
                    "%d MB in %.2f s, %.0f MB/s, heap of at most %d MB%n",
                    bytes / 1_000_000,
                    elapsedNs / 1e9,
                    bytes / 1e6 / (elapsedNs / 1e9),
                    Runtime.getRuntime().maxMemory() >> 20);
            if (bytes < traceBytes) {
                throw new IllegalStateException("only " + bytes + " bytes arrived");
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static byte[] bindReply() {
        return IPCFrame.newBuilder()
                .setRequestId(1)
                .setMsgBindServiceReply(IPCFrame.BindServiceReply.newBuilder()
                        .setSuccess(true)
                        .setServiceId(1)
                        .addMethods(IPCFrame.BindServiceReply.MethodInfo.newBuilder()
                                .setId(METHOD)
                                .setName("ReadBuffers")))
                .build()
                .toByteArray();
    }

    private static IPCFrame reply(boolean hasMore) {
        byte[] data = new byte[SLICE];
        new Random(1).nextBytes(data);
        ReadBuffersResponse.Builder slices = ReadBuffersResponse.newBuilder();
        for (int i = 0; i < SLICES; i++) {
            slices.addSlices(ReadBuffersResponse.Slice.newBuilder()
                    .setData(ByteString.copyFrom(data))
                    .setLastSliceForPacket(i % 3 == 2));
        }
        return IPCFrame.newBuilder()
                .setRequestId(2)
                .setMsgInvokeMethodReply(IPCFrame.InvokeMethodReply.newBuilder()
                        .setSuccess(true)
                        .setHasMore(hasMore)
                        .setReplyProto(slices.build().toByteString()))
                .build();
    }

    private static byte[] frame(IPCFrame frame) {
        byte[] bytes = frame.toByteArray();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < 4; i++) {
            out.write(bytes.length >> 8 * i);
        }
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    /// Runs the benchmark in a JVM with the given heap size.
    ///
    /// @return its output
    static String run(int heapMb, int traceMb, Path file) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMb + "m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReadBackBench.class.getName(),
                        String.valueOf(traceMb),
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes());
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("the benchmark failed: " + out);
        }
        return out.strip();
    }
}
