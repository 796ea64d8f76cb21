package traceglass.app.panel.flame.shape;

import java.util.Locale;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.render.color.Palette;

/// Writes a flame graph as SVG, with full names and values as tooltips. Exact values are in `data-value`, from which
/// the picture can be opened as a profile again, unless it shows the callers of one function above it.
public final class FlameSvg {

    private static final double WIDTH = 1600;

    private FlameSvg() {}

    /// Returns the drawing.
    ///
    /// @param focus frame with the full width
    /// @param isByModule whether frames are colored by module instead of by name
    public static String of(FlameGraph tree, int focus, Palette palette, boolean isByModule, FlameMeasure measure) {
        FlameBoxes layout = FlameBoxes.of(tree, focus, WIDTH);
        StringBuilder out = new StringBuilder();
        boolean hasValues = !layout.row(0).isEmpty() && layout.row(0).getFirst().node() == 0;
        double height = layout.rows() * FlameBoxes.ROW_HEIGHT;
        out.append(start(height, hasValues, measure));
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"")
                .append(hex(palette.tokens.surface()))
                .append("\"/>\n");
        for (int row = 0; row < layout.rows(); row++) {
            for (FlameBoxes.Box box : layout.row(row)) {
                int node = box.node();
                String name = node < 0 ? BoxTexts.narrowFrames(box.count()) : tree.name(node);
                int fill = node < 0
                        ? palette.tokens.control()
                        : node == 0 ? palette.tokens.surface3() : FlameColors.fill(tree, node, palette, isByModule);
                double w = Math.max(1, box.width() - 1);
                out.append("<g");
                if (node >= 0) {
                    // Callers of the frame with the full width are drawn with that frame's width.
                    long value = Math.min(tree.total(node), tree.total(focus));
                    out.append(hasValues ? " data-value=\"" + value + "\"" : "")
                            .append(node == 0 ? " data-total=\"true\"" : "")
                            .append("><title>")
                            .append(escaped(tooltip(tree, node, measure)))
                            .append("</title>");
                } else {
                    out.append('>');
                }
                out.append(String.format(
                        Locale.ROOT,
                        "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%.0f\" fill=\"%s\"/>",
                        box.x(),
                        row * FlameBoxes.ROW_HEIGHT,
                        w,
                        FlameBoxes.ROW_HEIGHT - 1,
                        hex(fill)));
                // Letter widths differ between SVG viewers; seven pixels per letter is a safe estimate.
                int letters = (int) ((w - 8) / 7);
                if (node >= 0 && letters >= 3) {
                    String shown = name.length() <= letters ? name : name.substring(0, letters - 1) + "…";
                    out.append(String.format(
                            Locale.ROOT,
                            "<text x=\"%.2f\" y=\"%.1f\" fill=\"%s\">%s</text>",
                            box.x() + 4,
                            row * FlameBoxes.ROW_HEIGHT + 13.5,
                            hex(FlameColors.text(tree, node, palette)),
                            escaped(shown)));
                }
                out.append("</g>\n");
            }
        }
        return out.append("</svg>\n").toString();
    }

    private static String start(double height, boolean hasValues, FlameMeasure measure) {
        String values = hasValues
                ? " data-measure=\"" + escaped(measure.title()) + "\" data-unit=\""
                        + measure.unit().pprofUnit() + "\""
                : "";
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\""
                        + " font-size=\"11.5\"%s>%n",
                WIDTH,
                height,
                values);
    }

    private static String tooltip(FlameGraph tree, int node, FlameMeasure measure) {
        String text = tree.name(node) + "\n" + measure.text(tree.total(node)) + ", "
                + BoxTexts.share(tree.total(node), tree.total(0));
        return tree.isDifference()
                ? text + "\n" + BoxTexts.baseValue(measure.text(tree.baseTotal(node))) + ", "
                        + measure.difference(tree.delta(node))
                : text;
    }

    private static String hex(int argb) {
        return String.format("#%06x", argb & 0xFFFFFF);
    }

    private static String escaped(String s) {
        StringBuilder out = new StringBuilder();
        s.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(c < 32 && c != '\n' || c == 127 || c >= 0xD800 && c <= 0xDFFF ? '·' : c);
            }
        });
        return out.toString();
    }
}
