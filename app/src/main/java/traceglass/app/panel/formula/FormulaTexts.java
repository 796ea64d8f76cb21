package traceglass.app.panel.formula;

import java.util.List;
import java.util.stream.Collectors;

/// Texts of computed counters: form, track menus and commands.
final class FormulaTexts {

    // ---- Form
    static final String COMPUTE_COUNTER = "Compute counter";
    static final String EDIT_FORMULA = "Edit formula";
    static final String COUNTERS = "Counters";
    static final String FIND_COUNTER = "Find counter to add";
    static final String ADD_COUNTER = "Add counter";
    static final String MATCHING_COUNTERS = "Matching counters";
    static final String FORMULA = "Formula";
    static final String NAME = "Name";
    static final String TRACK_NAME = "Track name";
    static final String UNIT = "Unit";
    static final String SAVE = "Save";
    static final String CHOOSE_COUNTERS = "Choose counters first. Each gets a letter.";
    static final String MIXED_UNITS =
            "The formula mixes counters with different units. Enter a unit if the result has one.";
    static final String SYNTAX =
            "Letters, numbers, + − * / ( ), min, max, abs; rate(a) is the change per second, change(a) the change"
                    + " to the next sample.";

    static String remove(String counter) {
        return "Remove " + counter;
    }

    static String unused(List<String> letters) {
        return "The formula does not use " + String.join(", ", letters) + ".";
    }

    // ---- Menu of a track
    static final String EDIT_FORMULA_ITEM = "Edit formula…";
    static final String REMOVE_TRACK = "Remove track";
    static final String REMOVE_TRACKS = "Remove tracks";

    static String computeFrom(int counters) {
        return counters > 1 ? "Compute counter from these " + counters + "…" : "Compute counter from this and others…";
    }

    // ---- Commands
    static final String COMPUTE_COMMAND = "Compute counter from others…";
    static final String EDIT_COMMAND = "Edit formula of the track…";
    static final String REMOVE_COMMAND = "Remove computed counter";
    static final String REMOVE_ALL_COMMAND = "Remove all computed counters";

    // ---- Messages
    static final String CHANGED = "Changed";
    static final String COMPUTED = "Computed";

    static String definition(String title, String formula) {
        return title + " = " + formula;
    }

    static String cantRestore(List<String> titles) {
        return titles.stream().map(title -> "“" + title + "”").collect(Collectors.joining(", ", "Can't restore ", ""))
                + ": the trace does not have the counters.";
    }

    private FormulaTexts() {}
}
