package traceglass.ingest.textstacks;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports callstacks that system tools print as text. Each tool has its own grammar; all stacks become aggregate
/// profiles.
public final class TextStacksImporter implements Importer {

    @Override
    public String id() {
        return "text_stacks";
    }

    @Override
    public String displayName() {
        return "callstacks as text";
    }

    /// Tried before the JSON importers, to recognize the output of `bpftrace -f json`.
    @Override
    public int priority() {
        return 98;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        return StackTool.of(TextHead.of(head)) != null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        StackTool tool = StackTool.of(TextHead.of(input.head()));
        if (tool == null) {
            throw new TraceProblem(input.name() + " has no callstacks of a supported tool");
        }
        StackProfileWriter writer = new StackProfileWriter(context, tool.label());
        StackGrammar grammar = tool.grammar(writer);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!grammar.read(line)) {
                    context.logs().recordAt(StatNames.TEXT_STACKS_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        if (!grammar.finish()) {
            context.logs().recordAt(StatNames.TEXT_STACKS_TRUNCATED, input.position(), null);
        }
        if (writer.isEmpty() && context.stats().get(StatNames.TEXT_STACKS_TRUNCATED) == 0) {
            throw new TraceProblem(input.name() + " has no callstacks. " + tool.hint());
        }
    }
}
