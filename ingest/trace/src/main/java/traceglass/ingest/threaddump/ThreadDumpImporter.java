package traceglass.ingest.threaddump;

import java.io.IOException;
import java.util.function.Predicate;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports thread dumps of Java virtual machines and Android: one snapshot for each dump.
public final class ThreadDumpImporter implements Importer {

    /// Maximum number of frames of a stack.
    static final int MAX_DEPTH = 10_000;

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
        return ArtDump.sniff(head) || J9Dump.sniff(head) || JrockitDump.sniff(head) || HotSpotDump.sniff(head);
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
        String head = TextHead.exceptJson(input.head());
        if (isJson(input.head())) {
            new JsonDump(context, writer).read(input);
        } else if (ArtDump.sniff(head)) {
            ArtDump dump = new ArtDump(writer);
            readLines(input, context, dump::read);
            dump.finish();
        } else if (J9Dump.sniff(head)) {
            J9Dump dump = new J9Dump(writer);
            readLines(input, context, dump::read);
            dump.finish();
        } else if (JrockitDump.sniff(head)) {
            JrockitDump dump = new JrockitDump(writer);
            readLines(input, context, dump::read);
            dump.finish();
        } else {
            HotSpotDump dump = new HotSpotDump(writer);
            readLines(input, context, dump::read);
            dump.finish();
            if (dump.deadlocks() > 0) {
                context.metadata().setDynamic("thread_dump_deadlocks", dump.deadlocks());
            }
        }
        if (writer.isEmpty()) {
            throw new TraceProblem(input.name() + " has no complete thread dump");
        }
    }

    private static void readLines(TraceInput input, ImportContext context, Predicate<String> reader)
            throws IOException {
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!reader.test(line)) {
                    context.logs().recordAt(StatNames.THREAD_DUMP_LINE_SKIPPED, input.position(), null);
                }
            }
        }
    }
}
