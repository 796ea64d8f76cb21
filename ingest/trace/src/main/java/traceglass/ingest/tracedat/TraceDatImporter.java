package traceglass.ingest.tracedat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.systrace.SystraceImporter;

/// Imports recordings of `trace-cmd`, which KernelShark also displays.
public final class TraceDatImporter implements Importer {

    private static final byte[] MAGIC = {0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g'};
    private static final int MAX_TEXT_BYTES = 1 << 28;

    @Override
    public String id() {
        return "trace_dat";
    }

    @Override
    public String displayName() {
        return "trace-cmd recording";
    }

    @Override
    public int priority() {
        return 35;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public boolean sortsAtEnd() {
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.processes().mapZeroToIdle();
        try (SpooledBytes bytes = SpooledBytes.read(input.asStream())) {
            Recording recording = new HeaderReader(bytes, input.name()).read();
            new RecordingMetadata(context, recording).write();
            if (recording.textPosition >= 0) {
                byte[] text = bytes.get(recording.textPosition, MAX_TEXT_BYTES);
                InputStream in = new ByteArrayInputStream(text);
                try (TraceInput inner = new TraceInput(input.name(), in, input.progress())) {
                    new SystraceImporter().read(inner, context);
                }
            }
            new EventMerge(context, recording, bytes).read();
        }
    }
}
