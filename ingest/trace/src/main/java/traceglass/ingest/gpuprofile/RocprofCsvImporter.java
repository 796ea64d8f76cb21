package traceglass.ingest.gpuprofile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports the tables that rocprofv3 writes with `--output-format csv`, and `results.csv` of the original
/// rocprof. Each file has one kind of rows; several files in one archive share the timeline, with flows between
/// them.
public final class RocprofCsvImporter implements Importer {

    @Override
    public String id() {
        return "rocprof_csv";
    }

    @Override
    public String displayName() {
        return "rocprof CSV";
    }

    @Override
    public int priority() {
        return 186;
    }

    @Override
    public boolean isText() {
        return true;
    }

    /// Accepts text whose first line has the columns of one of these tables.
    @Override
    public boolean sniff(byte[] head) {
        try (TextLines lines = new TextLines(new ByteArrayInputStream(head))) {
            String first = lines.next();
            return first != null && first.indexOf(',') > 0 && RocprofRows.kind(new RocprofTable(first)) != null;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        try (TextLines lines = new TextLines(input.asStream())) {
            String header = lines.next();
            RocprofTable table = new RocprofTable(header == null ? "" : header);
            RocprofRows.Kind kind = RocprofRows.kind(table);
            if (kind == null) {
                throw new TraceProblem(input.name() + " does not begin with the header of a rocprof table");
            }
            // The runtime uses the kernel's boot-time clock, which includes suspend.
            context.clocks().useOnly(ClockId.of(ClockId.BOOTTIME));
            RocprofRows rows = new RocprofRows(context, table, kind, input.name());
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank() && !(table.read(line) && rows.add())) {
                    context.logs().recordAt(StatNames.GPU_PROFILE_ROW_SKIPPED, input.position(), null);
                }
            }
            rows.finish();
        }
    }
}
