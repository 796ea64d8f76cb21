package traceglass.app.panel.colors;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.analysis.coloring.ColorRule;
import traceglass.analysis.coloring.Coloring;
import traceglass.analysis.coloring.Condition;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.TraceNotes;

/// Project section of color rules and of the filter for slices.
public final class ColoringSection implements ProjectSection {

    private final ColoringModel model;

    public ColoringSection(TraceSlot slot) {
        model = slot.coloring();
        model.coloringProperty().addListener(_ -> slot.host().sections().notifyChanged());
    }

    @Override
    public String name() {
        return "colors";
    }

    @Override
    public Map<String, Object> state() {
        Coloring coloring = model.coloring();
        List<Map<String, Object>> rules = new ArrayList<>();
        for (ColorRule rule : coloring.rules()) {
            Map<String, Object> fields = condition(rule.when());
            fields.put("on", rule.isOn());
            fields.put("color", String.format(Locale.ROOT, "#%06x", rule.argb() & 0xFFFFFF));
            rules.add(fields);
        }
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("rules", rules.isEmpty() ? null : rules);
        state.put("traceColors", coloring.usesTraceColors());
        state.put("only", coloring.only().isEmpty() ? null : condition(coloring.only()));
        state.put("hides", coloring.hidesOthers());
        return state;
    }

    private static Map<String, Object> condition(Condition when) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("by", when.by().name());
        fields.put("text", when.text());
        return fields;
    }

    @Override
    public void restore(Fields state) {
        List<ColorRule> rules = new ArrayList<>();
        for (Fields f : state.objects("rules")) {
            rules.add(new ColorRule(f.flag("on", true), condition(f), color(f.text("color", ""))));
        }
        model.set(new Coloring(
                rules,
                state.flag("traceColors", true),
                state.contains("only") ? condition(state.object("only")) : Condition.NONE,
                state.flag("hides", false)));
    }

    private static Condition condition(Fields f) {
        return new Condition(f.choice("by", Condition.By.class, Condition.By.NAME), f.text("text", ""));
    }

    private static int color(String text) {
        return text.matches("#[0-9a-fA-F]{6}")
                ? 0xFF000000 | Integer.parseInt(text, 1, 7, 16)
                : TraceNotes.COLORS.getFirst();
    }

    @Override
    public void reset() {
        model.set(Coloring.DEFAULT);
    }
}
