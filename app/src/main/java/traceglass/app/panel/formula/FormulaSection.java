package traceglass.app.panel.formula;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.context.OpenTrace;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.session.FormulaList;
import traceglass.app.session.FormulaTrack;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;

/// Project section of the formulas of a trace.
final class FormulaSection implements ProjectSection {

    private final OpenTrace trace;
    private final Notices notices;

    FormulaSection(TraceSlot slot, Notices notices) {
        this.trace = slot.trace();
        this.notices = notices;
        slot.trace().sessionProperty().addListener((_, _, newValue) -> {
            if (newValue != null) {
                newValue.formulas()
                        .versionProperty()
                        .addListener(v -> slot.host().sections().notifyChanged());
            }
        });
    }

    @Override
    public String name() {
        return "formulas";
    }

    @Override
    public Map<String, Object> state() {
        List<Map<String, Object>> all = new ArrayList<>();
        if (trace.session() != null) {
            for (FormulaTrack formula : trace.session().formulas().all()) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("number", (long) formula.number());
                fields.put("title", formula.title());
                fields.put("formula", formula.formula());
                fields.put("unit", formula.unit());
                fields.put("counters", formula.counters());
                all.add(fields);
            }
        }
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("formulas", all.isEmpty() ? null : all);
        return state;
    }

    @Override
    public void restore(Fields state) {
        reset();
        TraceSession session = trace.session();
        if (session == null) {
            return;
        }
        List<String> lost = new ArrayList<>();
        for (Fields f : state.objects("formulas")) {
            int number = Math.clamp(f.number("number", 0), 0, Integer.MAX_VALUE - 1);
            boolean isUsed =
                    number < 1 || session.formulas().all().stream().anyMatch(other -> other.number() == number);
            FormulaTrack formula = new FormulaTrack(
                    isUsed ? session.formulas().nextNumber() : number,
                    f.text("title", ""),
                    f.text("formula", ""),
                    f.text("unit", ""),
                    f.texts("counters"));
            if (!session.formulas().put(formula).isEmpty()) {
                lost.add(formula.title());
            }
        }
        if (!lost.isEmpty()) {
            notices.show(Notices.Severity.WARN, "formulas", FormulaTexts.cantRestore(lost));
        }
    }

    @Override
    public void reset() {
        if (trace.session() != null) {
            trace.session().formulas().remove(FormulaList.GROUP);
        }
    }
}
