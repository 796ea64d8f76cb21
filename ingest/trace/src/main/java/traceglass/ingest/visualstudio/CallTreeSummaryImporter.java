package traceglass.ingest.visualstudio;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports call trees of Visual Studio's profiler (`VSPerfReport /summary:calltree`, or *Export Report Data*): a table
/// in which each row is a function with its level in the tree, and which has a column for each quantity.
///
/// ```
/// Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,Module Name,
/// 0,"app.exe",0,100.00,0.00,"",
/// 1,"Main()",1,100.00,40.00,"app.exe",
/// ```
public final class CallTreeSummaryImporter implements Importer {

    private static final String HEADER = "Level,Function Name,";

    @Override
    public String id() {
        return "vs_call_tree";
    }

    @Override
    public String displayName() {
        return "Visual Studio call tree";
    }

    @Override
    public int priority() {
        return 180;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        return TextHead.exceptJson(head).lines().limit(1).anyMatch(CallTreeSummaryImporter::isHeader);
    }

    private static boolean isHeader(String line) {
        return line.startsWith(HEADER);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        CallTreeTable table = null;
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                String text = line.startsWith("\uFEFF") ? line.substring(1) : line;
                if (table == null) {
                    table = isHeader(text) ? new CallTreeTable(text, context) : null;
                } else if (!text.isBlank() && !table.read(text)) {
                    context.logs().recordAt(StatNames.VS_CALL_TREE_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        if (table == null || table.isEmpty()) {
            throw new TraceProblem(input.name() + " is a call tree of Visual Studio without self values of functions");
        }
        table.finish();
    }
}
