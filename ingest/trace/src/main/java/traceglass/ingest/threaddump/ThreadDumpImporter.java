package traceglass.ingest.threaddump;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports thread dumps of Java virtual machines, Android and Go: one snapshot for each dump.
public final class ThreadDumpImporter implements Importer {

    /// Maximum number of frames of a stack.
    static final int MAX_DEPTH = 10_000;
    /// Longer lines are damaged; patterns would take long for them.
    private static final int MAX_LINE_LENGTH = 1 << 14;

    @Override
    public String id() {
        return "thread_dump";
    }

    @Override
    public String displayName() {
        return "thread dump";
    }

    @Override
    public int priority() {
        return 97;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        return isJson(head) || sniff(TextHead.exceptJson(head));
    }

    private static boolean sniff(String head) {
        return ArtDump.sniff(head)
                || J9Dump.sniff(head)
                || JrockitDump.sniff(head)
                || HotSpotDump.sniff(head)
                || GoroutineDump.sniff(head);
    }

    private static boolean isJson(byte[] head) {
        return head.length > 0
                && head[0] == '{'
                && TextHead.of(head).contains("\"threadDump\"")
                && JsonHead.of(head).has("threadDump");
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ThreadDumpWriter writer = new ThreadDumpWriter(context);
        if (isJson(input.head())) {
            new JsonDump(context, writer).read(input);
        } else {
            TextDump dump = textDump(TextHead.exceptJson(input.head()), writer);
            readLines(input, context, dump);
            if (dump instanceof HotSpotDump h && h.deadlocks() > 0) {
                context.metadata().setDynamic("thread_dump_deadlocks", h.deadlocks());
            }
        }
        if (writer.isEmpty()) {
            throw new TraceProblem(input.name() + " has no complete thread dump");
        }
    }

    private static TextDump textDump(String head, ThreadDumpWriter writer) {
        if (ArtDump.sniff(head)) {
            return new ArtDump(writer);
        }
        if (J9Dump.sniff(head)) {
            return new J9Dump(writer);
        }
        if (JrockitDump.sniff(head)) {
            return new JrockitDump(writer);
        }
        return HotSpotDump.sniff(head) ? new HotSpotDump(writer) : new GoroutineDump(writer);
    }

    private static void readLines(TraceInput input, ImportContext context, TextDump dump) throws IOException {
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.length() > MAX_LINE_LENGTH || !dump.read(line)) {
                    context.logs().recordAt(StatNames.THREAD_DUMP_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        dump.finish();
    }
}
