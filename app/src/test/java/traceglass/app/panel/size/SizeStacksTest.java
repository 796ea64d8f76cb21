package traceglass.app.panel.size;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameStacks;
import traceglass.convert.size.TraceSize;
import traceglass.ingest.ImportProgress;
import traceglass.protos.trace.Trace;

class SizeStacksTest {

    private static final FlameScope SCOPE = FlameScope.range("file", 0, 1, 1);

    @TempDir
    Path dir;

    private TraceSize sizes;

    private long write() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        trace.addPacketBuilder()
                .setTrustedPacketSequenceId(5)
                .setTimestamp(1)
                .getForTestingBuilder()
                .setStr("x".repeat(1000));
        trace.addPacketBuilder()
                .setTrustedPacketSequenceId(6)
                .getInternedDataBuilder()
                .addEventNamesBuilder()
                .setName("y".repeat(300));
        trace.addPacketBuilder()
                .getInternedDataBuilder()
                .addFunctionNamesBuilder()
                .setStr(ByteString.copyFromUtf8("z".repeat(200)));
        Path file = Files.write(dir.resolve("trace"), trace.build().toByteArray());
        sizes = TraceSize.read(file, new ImportProgress());
        return Files.size(file);
    }

    /// Returns the total of each stack, with the names joined by semicolons.
    private static Map<String, Long> totals(FlameStacks stacks) throws Exception {
        FlameFrames frames = stacks.asSource().read(null, SCOPE).frames();
        Map<String, Long> totals = new TreeMap<>();
        for (int node = 0; node < frames.parent().length; node++) {
            String path = "";
            for (int n = node; n > 0; n = frames.parent()[n]) {
                path = frames.name()[n] + (path.isEmpty() ? "" : ";" + path);
            }
            totals.put(path, frames.total()[0][node]);
        }
        return totals;
    }

    @Test
    void bothGraphsAddUpToTheFile() throws Exception {
        long bytes = write();
        Map<String, Long> fields = totals(SizeStacks.fields(sizes, SCOPE));
        assertEquals(bytes, fields.get(""), fields.toString());
        assertEquals(1003, fields.get("for_testing;str"), fields.toString());
        assertEquals(303, fields.get("interned_data;event_names;name"), fields.toString());
        Map<String, Long> sequences = totals(SizeStacks.sequences(sizes, SCOPE));
        assertEquals(bytes, sequences.get(""), sequences.toString());
        assertEquals(
                List.of("no sequence", "sequence 5", "sequence 6"),
                sequences.keySet().stream()
                        .filter(s -> !s.isEmpty() && !s.contains(";"))
                        .toList());
        assertEquals(fields.get("for_testing"), sequences.get("sequence 5;for_testing"));
    }
}
