package traceglass.analysis.flame;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import traceglass.store.text.Json;

/// Tree of a flame graph as text for other tools: TSV, nested JSON, or a Markdown table. Frames are listed below their
/// callers, largest first; callers above a pivot have negative depths.
public final class FlameText {

    private FlameText() {}

    /// Returns all frames except the root in depth-first order.
    private static List<Integer> order(FlameGraph tree) {
        List<Integer> out = new ArrayList<>(tree.size());
        Deque<Integer> pending = new ArrayDeque<>();
        push(pending, tree.children(0));
        while (!pending.isEmpty()) {
            int node = pending.pop();
            out.add(node);
            push(pending, tree.children(node));
        }
        return out;
    }

    private static void push(Deque<Integer> pending, int[] children) {
        for (int i = children.length - 1; i >= 0; i--) {
            pending.push(children[i]);
        }
    }

    private static double share(FlameGraph tree, int node) {
        return tree.total(0) == 0 ? 0 : 100.0 * tree.total(node) / tree.total(0);
    }

    private static String unit(FlameMeasure measure) {
        return measure.title().toLowerCase(Locale.ROOT).replace(' ', '_')
                + switch (measure.unit()) {
                    case NANOSECONDS -> "_ns";
                    case BYTES -> "_bytes";
                    case WEIGHT -> "_thousandths";
                    default -> "";
                };
    }

    /// Returns one line for each frame: depth, name, module, value, self value, percentage of the root, and in a
    /// comparison the value of the base.
    public static String tsv(FlameGraph tree, FlameMeasure measure) {
        StringBuilder out = new StringBuilder("depth\tname\tmodule\t")
                .append(unit(measure))
                .append("\tself\tpercent")
                .append(tree.isDifference() ? "\tbase" : "")
                .append('\n');
        for (int node : order(tree)) {
            out.append(tree.depth(node))
                    .append('\t')
                    .append(line(tree.name(node)))
                    .append('\t')
                    .append(line(tree.module(node)))
                    .append('\t')
                    .append(tree.total(node))
                    .append('\t')
                    .append(tree.self(node))
                    .append('\t')
                    .append(String.format(Locale.ROOT, "%.3f", share(tree, node)));
            if (tree.isDifference()) {
                out.append('\t').append(tree.baseTotal(node));
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static String line(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /// Returns a table whose names are indented by depth.
    public static String markdown(FlameGraph tree, FlameMeasure measure) {
        StringBuilder out = new StringBuilder("| frame | module | ")
                .append(measure.title())
                .append(" | self | of all |")
                .append(tree.isDifference() ? " difference |" : "")
                .append("\n|---|---|--:|--:|--:|")
                .append(tree.isDifference() ? "--:|" : "")
                .append('\n');
        for (int node : order(tree)) {
            out.append("| ")
                    .append("&nbsp;&nbsp;".repeat(Math.abs(tree.depth(node)) - 1))
                    .append(cell(tree.name(node)))
                    .append(" | ")
                    .append(cell(tree.module(node)))
                    .append(" | ")
                    .append(measure.text(tree.total(node)))
                    .append(" | ")
                    .append(measure.text(tree.self(node)))
                    .append(" | ")
                    .append(String.format(Locale.ROOT, "%.1f%%", share(tree, node)))
                    .append(" |");
            if (tree.isDifference()) {
                out.append(' ').append(measure.difference(tree.delta(node))).append(" |");
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static String cell(String text) {
        return line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
    }

    /// Returns nested objects: `name`, `module`, `total`, `self`, `children`.
    public static String json(FlameGraph tree, FlameMeasure measure) {
        return Json.text(out -> write(tree, measure, out), new FrameLines()) + "\n";
    }

    private static void write(FlameGraph tree, FlameMeasure measure, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("measure", unit(measure));
        out.writeNumberField("total", tree.total(0));
        out.writeArrayFieldStart("children");
        int open = 0;
        for (int node : order(tree)) {
            int depth = Math.abs(tree.depth(node));
            // Both the callers and the callees of the root start at the outermost level.
            for (int end = tree.parent(node) == 0 ? 1 : depth; open >= end; open--) {
                out.writeEndArray();
                out.writeEndObject();
            }
            writeFrame(tree, node, out);
            open = depth;
        }
        for (; open >= 0; open--) {
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    /// Writes a frame up to its children.
    private static void writeFrame(FlameGraph tree, int node, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", tree.name(node));
        if (!tree.module(node).isEmpty()) {
            out.writeStringField("module", tree.module(node));
        }
        if (tree.isUpward(node)) {
            out.writeBooleanField("caller", true);
        }
        out.writeNumberField("total", tree.total(node));
        out.writeNumberField("self", tree.self(node));
        if (tree.isDifference()) {
            out.writeNumberField("base", tree.baseTotal(node));
        }
        out.writeArrayFieldStart("children");
    }

    /// Writes each frame on a separate line, indented by its depth.
    private static final class FrameLines extends DefaultPrettyPrinter {

        private static final long serialVersionUID = 1;

        FrameLines() {
            super(Json.spaces());
            indentArraysWith(new DefaultIndenter(" ", "\n"));
            _arrayValueSeparator = ",";
        }

        @Override
        public void writeEndArray(JsonGenerator out, int elements) throws IOException {
            _nesting--;
            out.writeRaw(']');
        }
    }
}
