package traceglass.analysis.flame.function;

import java.util.Locale;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.store.text.Json;

/// Functions as text for other tools: TSV, JSON, or a Markdown table.
public final class FunctionText {

    private FunctionText() {}

    private static String share(FlameFunctions functions, long part, int digits, String after) {
        double percent = functions.total() == 0 ? 0 : 100.0 * part / functions.total();
        return String.format(Locale.ROOT, "%." + digits + "f", percent) + after;
    }

    /// Returns one line for each function with raw values, separated by tabs.
    ///
    /// @param order numbers of the functions
    public static String tsv(FlameFunctions functions, int[] order) {
        StringBuilder out = new StringBuilder("name\tmodule\tself\ttotal\tpercent");
        out.append(functions.isDifference() ? "\tbase\n" : "\n");
        for (int i : order) {
            FlameFunctions.Function f = functions.get(i);
            out.append(line(f.name()))
                    .append('\t')
                    .append(line(f.module()))
                    .append('\t')
                    .append(f.self())
                    .append('\t')
                    .append(f.total())
                    .append('\t')
                    .append(share(functions, f.total(), 3, ""))
                    .append(functions.isDifference() ? "\t" + f.base() : "")
                    .append('\n');
        }
        return out.toString();
    }

    private static String line(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /// Returns a table of the functions with readable values.
    ///
    /// @param order numbers of the functions
    public static String markdown(FlameFunctions functions, int[] order, FlameMeasure measure) {
        StringBuilder out = new StringBuilder("| function | module | self | ")
                .append(measure.title())
                .append(" | of all |")
                .append(functions.isDifference() ? " difference |" : "")
                .append("\n|---|---|--:|--:|--:|")
                .append(functions.isDifference() ? "--:|" : "")
                .append('\n');
        for (int i : order) {
            FlameFunctions.Function f = functions.get(i);
            out.append("| ")
                    .append(cell(f.name()))
                    .append(" | ")
                    .append(cell(f.module()))
                    .append(" | ")
                    .append(measure.text(f.self()))
                    .append(" | ")
                    .append(measure.text(f.total()))
                    .append(" | ")
                    .append(share(functions, f.total(), 1, "%"))
                    .append(functions.isDifference() ? " | " + measure.difference(f.delta()) : "")
                    .append(" |\n");
        }
        return out.toString();
    }

    private static String cell(String text) {
        return line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
    }

    /// Returns an array of objects: `name`, `module`, `self`, `total`, and `base` in a comparison.
    ///
    /// @param order numbers of the functions
    public static String json(FlameFunctions functions, int[] order) {
        return Json.text(
                        out -> {
                            out.writeStartArray();
                            for (int i : order) {
                                FlameFunctions.Function f = functions.get(i);
                                out.writeStartObject();
                                out.writeStringField("name", f.name());
                                out.writeStringField("module", f.module());
                                out.writeNumberField("self", f.self());
                                out.writeNumberField("total", f.total());
                                if (functions.isDifference()) {
                                    out.writeNumberField("base", f.base());
                                }
                                out.writeEndObject();
                            }
                            out.writeEndArray();
                        },
                        null)
                + "\n";
    }
}
