package traceglass.ingest.bugreport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;

/// Imports the text of dumpstate, or battery statistics alone (`dumpsys batterystats --checkin`).
public final class DumpstateImporter implements Importer {

    static final String BATTERY_STATS = "9,0,i,vers,";
    private static final String TITLE = "========================================================\n== dumpstate: ";

    @Override
    public String id() {
        return "android_dumpstate";
    }

    @Override
    public String displayName() {
        return "Android dumpstate or battery statistics";
    }

    @Override
    public int priority() {
        return 250;
    }

    @Override
    public boolean sniff(byte[] head) {
        String start = new String(head, 0, Math.min(head.length, TITLE.length()), StandardCharsets.ISO_8859_1);
        return start.startsWith(BATTERY_STATS) || start.equals(TITLE);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        useRealTime(context);
        DumpstateReader reader = new DumpstateReader(context);
        try (TextLines text = new TextLines(input.asStream())) {
            for (String line = text.next(); line != null; line = text.next()) {
                reader.parseLine(line);
            }
        }
        reader.finish();
    }

    /// Uses the calendar clock, because times in these files are dates.
    static void useRealTime(ImportContext context) {
        ClockId clock = ClockId.of(ClockId.REALTIME);
        context.clocks().useOnly(clock);
    }
}
