package traceglass.ingest.gclog;

import java.io.IOException;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports HotSpot's logs of garbage collections and safepoints.
public final class GcLogImporter implements Importer {

    private static final int SNIFFED_LINES = 60;
    private static final Pattern UNIFIED =
            Pattern.compile("(?:\\[[^\\[\\]]*\\]){1,16}\\s+(?:GC\\(\\d+\\) .*|Safepoint \".*|Using"
                    + " (?:G1|Serial|Parallel|Concurrent Mark Sweep|The Z Garbage"
                    + " Collector|Shenandoah|Epsilon)\\b.*|Initializing The Z Garbage Collector.*|Total time for which"
                    + " application threads were stopped: .*)");

    @Override
    public String id() {
        return "jvm_gc_log";
    }

    @Override
    public String displayName() {
        return "GC log of a JVM";
    }

    @Override
    public int priority() {
        return 178;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = text(head);
        return isUnified(text) || isOld(text);
    }

    /// Decodes the first bytes. The description of a heap begins like JSON: `{Heap before GC`.
    private static String text(byte[] head) {
        boolean isHeap = head.length > 1 && head[0] == '{' && head[1] == 'H';
        return isHeap ? TextHead.of(head) : TextHead.exceptJson(head);
    }

    private static boolean isUnified(String head) {
        return head.lines()
                .limit(SNIFFED_LINES)
                .anyMatch(l -> UNIFIED.matcher(l).matches());
    }

    private static boolean isOld(String head) {
        return head.lines().limit(SNIFFED_LINES).anyMatch(LegacyGcLog::isTypical);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        GcEvents events = new GcEvents(context);
        boolean isUnified = isUnified(text(input.head()));
        UnifiedGcLog unified = new UnifiedGcLog(events);
        LegacyGcLog old = new LegacyGcLog(events);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (isUnified) {
                    unified.read(line);
                } else {
                    old.read(line);
                }
            }
        }
        if (events.isEmpty()) {
            context.stats().increment(StatNames.GC_LOG_NO_EVENTS);
        }
    }
}
