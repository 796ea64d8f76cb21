package traceglass.ingest.json;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ObjIntConsumer;
import traceglass.ingest.json.text.JsonCursor;
import traceglass.ingest.json.text.JsonSyntaxException;

/// Measures the steps of reading a JSON trace separately, on one thread: skipping its values, and reading its events as
/// the prefetching threads do. `TRACE` is an uncompressed array of events or an object with `traceEvents`. Prints the
/// CPU time per byte, including the first round in a cold JVM, and asserts nothing.
///
/// Imports on two processors use only the C1 compiler, so compare with `-XX:TieredStopAtLevel=1`.
final class JsonBenches {

    private static final int ROUNDS = 7;

    private JsonBenches() {}

    public static void main(String[] args) throws Exception {
        byte[] trace = Files.readAllBytes(Path.of(args[0]));
        int first = 0;
        while (trace[first] != '[') {
            first++;
        }
        int from = first + 1;
        measure("prefetching events", trace, from, (chunk, offset) -> new JsonChunkReader().read(chunk, offset));
        measure("skipping values", trace, from, JsonBenches::skip);
    }

    private static void skip(JsonChunk chunk, int from) {
        JsonCursor c = new JsonCursor();
        c.reset(chunk.bytes, from, chunk.length);
        try {
            while (c.nextElement()) {
                c.readValue();
            }
        } catch (JsonSyntaxException e) {
            // The end of the chunk was reached.
        }
    }

    private static void measure(String name, byte[] trace, int from, ObjIntConsumer<JsonChunk> step) {
        double[] nsPerByte = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            JsonChunk chunk = new JsonChunk(0);
            chunk.bytes = trace;
            chunk.length = trace.length;
            chunk.isLast = true;
            long start = now();
            step.accept(chunk, from);
            nsPerByte[round] = (now() - start) / (double) (trace.length - from);
        }
        double cold = nsPerByte[0];
        Arrays.sort(nsPerByte);
        System.out.printf(
                Locale.ROOT,
                "%-30s %6.2f ns/byte (fastest %.2f, first %.2f)%n",
                name,
                nsPerByte[ROUNDS / 2],
                nsPerByte[0],
                cold);
    }

    /// Returns the CPU time of this thread in ns.
    private static long now() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
