package traceglass.ingest.v8files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports the log of V8's sampling profiler (`node --prof`, `isolate0x…-v8.log`): lines about compiled code, and ticks
/// with the addresses on the stack.
public final class V8LogImporter implements Importer {

    @Override
    public String id() {
        return "v8_log";
    }

    @Override
    public String displayName() {
        return "V8 log";
    }

    @Override
    public int priority() {
        return 181;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = new String(head, 0, Math.min(head.length, 256), StandardCharsets.ISO_8859_1);
        return text.startsWith("v8-version,")
                || text.startsWith("shared-library,")
                || text.startsWith("code-creation,");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        V8LogReader reader = new V8LogReader(context, new V8LogSamples(context, V8Files.task(input, context)));
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!reader.read(line)) {
                    context.logs().recordAt(StatNames.V8_LOG_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        if (reader.isEmpty()) {
            throw new TraceProblem(input.name() + " is a V8 log without ticks, so it has no samples; record one with"
                    + " `node --prof`");
        }
    }
}
