package traceglass.ingest.systemlog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports text logs: kernel messages of dmesg, syslog, and the journal's export format.
public final class TextLogImporter implements Importer {

    private static final int SNIFFED_LINES = 12;
    private static final String CURSOR = "__CURSOR=";

    @Override
    public String id() {
        return "system_log";
    }

    @Override
    public String displayName() {
        return "system log";
    }

    @Override
    public int priority() {
        return 186;
    }

    /// Accepts text whose first line is a log line, and most of the following lines as well.
    @Override
    public boolean sniff(byte[] head) {
        return isExport(head) || isLog(TextHead.exceptJson(head));
    }

    private static boolean isLog(String text) {
        return !text.isEmpty()
                && (matchesMostLines(text, KernelText::matches) || matchesMostLines(text, SyslogText::matches));
    }

    /// Returns whether the bytes are in the export format, in which values may contain any bytes.
    private static boolean isExport(byte[] head) {
        String start = new String(head, 0, Math.min(head.length, 64), StandardCharsets.ISO_8859_1);
        return start.startsWith(CURSOR) || start.startsWith("__REALTIME_TIMESTAMP=");
    }

    private static boolean matchesMostLines(String head, Predicate<String> isLine) {
        int lineCount = 0;
        int matchCount = 0;
        String[] lines = head.split("\r?\n", SNIFFED_LINES + 1);
        // The last line may be truncated.
        for (int i = 0; i < Math.max(1, lines.length - 1); i++) {
            if (lines[i].isBlank() || lines[i].startsWith("-- ")) {
                continue;
            }
            boolean matches = isLine.test(lines[i]);
            if (lineCount == 0 && !matches) {
                return false;
            }
            lineCount++;
            matchCount += matches ? 1 : 0;
        }
        return lineCount > 0 && matchCount * 2 > lineCount;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        if (isExport(input.head())) {
            readExport(input, context);
            return;
        }
        boolean isKernel = matchesMostLines(TextHead.exceptJson(input.head()), KernelText::matches);
        SystemLogWriter writer = new SystemLogWriter(context, isKernel ? "dmesg" : "syslog");
        SyslogText syslog = new SyslogText(writer);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.isBlank() || line.startsWith("-- ")) {
                    continue;
                }
                boolean isLogLine = isKernel ? KernelText.write(line, writer) : syslog.write(line);
                if (!isLogLine) {
                    context.logs().recordAt(StatNames.SYSTEM_LOG_LINE_SKIPPED, input.position(), null);
                }
            }
        }
    }

    private static void readExport(TraceInput input, ImportContext context) throws IOException {
        SystemLogWriter writer = new SystemLogWriter(context, "journald");
        JournalExportReader reader = new JournalExportReader(input.asStream());
        for (JournalEntry entry = reader.next(); entry != null; entry = reader.next()) {
            if (!entry.write(writer)) {
                context.logs().recordAt(StatNames.SYSTEM_LOG_LINE_SKIPPED, input.position(), null);
            }
        }
    }
}
