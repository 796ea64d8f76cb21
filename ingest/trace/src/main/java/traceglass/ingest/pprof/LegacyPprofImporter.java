package traceglass.ingest.pprof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;

/// Imports profiles in pprof's formats that predate profile.proto: binary CPU profiles, and text profiles of heaps,
/// lock contention, threads and counts.
public final class LegacyPprofImporter implements Importer {

    @Override
    public String id() {
        return "pprof_legacy";
    }

    @Override
    public String displayName() {
        return "pprof profile (legacy format)";
    }

    @Override
    public int priority() {
        return 180;
    }

    @Override
    public boolean sniff(byte[] head) {
        return LegacyCpuReader.detectLayout(head) != null || LegacyTextReader.kind(firstLine(head)) != null;
    }

    private static String firstLine(byte[] head) {
        int from = 0;
        while (from < head.length && (head[from] == '\n' || head[from] == '\r')) {
            from++;
        }
        int end = from;
        while (end < head.length && head[end] != '\n' && head[end] != '\r' && head[end] != 0) {
            end++;
        }
        return new String(head, from, end - from, StandardCharsets.UTF_8);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        LegacyCpuReader.WordLayout layout = LegacyCpuReader.detectLayout(input.head());
        if (layout != null) {
            LegacyCpuReader.read(input, layout, context);
        } else {
            LegacyTextReader.read(input, context);
        }
    }
}
