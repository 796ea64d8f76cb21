package traceglass.ingest.fuchsia;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports Fuchsia's trace format (fuchsia.dev, "Fuchsia trace format"). Perfetto traces embedded in it are imported
/// after it.
public final class FuchsiaImporter implements Importer {

    @Override
    public String id() {
        return "fuchsia";
    }

    @Override
    public String displayName() {
        return "Fuchsia trace";
    }

    @Override
    public int priority() {
        return 20;
    }

    /// Accepts the magic number, or records without it, because some writers omit it.
    @Override
    public boolean sniff(byte[] head) {
        return FuchsiaHead.hasMagic(head) || FuchsiaHead.isTrace(head);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.BOOTTIME);
        clocks.useOnly(clock);
        FuchsiaReader reader = new FuchsiaReader(context);
        reader.read(new RecordInput(input));
        byte[] embedded = reader.embeddedTraces();
        if (embedded.length > 0 && context.sorter().sortAtEndOnly()) {
            InputStream in = new ByteArrayInputStream(embedded);
            try (TraceInput inner = new TraceInput(input.name(), in, input.progress())) {
                new PerfettoImporter().read(inner, context);
            }
        }
    }
}
