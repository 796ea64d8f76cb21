package traceglass.ingest.bugreport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextLines;

/// Imports logcat text as written by `logcat` (formats `threadtime`, `epoch` and `time`), in Android's stored logs, and
/// by Android Studio.
public final class LogcatImporter implements Importer {

    private static final int LOOKAHEAD_BYTES = 4096;
    /// First line of the events that Winscope collects.
    private static final String EVENT_LOG = "EventLog";

    @Override
    public String id() {
        return "android_logcat";
    }

    @Override
    public String displayName() {
        return "Android log";
    }

    @Override
    public int priority() {
        return 185;
    }

    @Override
    public boolean isText() {
        return true;
    }

    /// Accepts text whose first line, apart from buffer markers, is a log line.
    @Override
    public boolean sniff(byte[] head) {
        String start = new String(head, 0, Math.min(head.length, LOOKAHEAD_BYTES), StandardCharsets.ISO_8859_1);
        for (int from = 0, end; (end = start.indexOf('\n', from)) >= 0; from = end + 1) {
            String line = start.substring(from, end).stripTrailing();
            if (!LogcatReader.isMarker(line) && !line.isEmpty() && !line.equals(EVENT_LOG)) {
                return LogcatReader.isLog(line);
            }
        }
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        DumpstateImporter.useRealTime(context);
        LogcatReader reader = new LogcatReader(context);
        Bugreport.of(context.session()).prepareStoredLog(reader);
        try (TextLines text = new TextLines(input.asStream())) {
            for (String line = text.next(); line != null; line = text.next()) {
                reader.parseLine(line);
            }
        }
    }
}
