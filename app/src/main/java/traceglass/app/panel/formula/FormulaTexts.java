package traceglass.app.panel.formula;

import static traceglass.store.language.Translations.tr;

import java.util.List;
import java.util.stream.Collectors;

/// Texts of computed counters: form, track menus and commands.
final class FormulaTexts {

    // ---- Form
    static final String COMPUTE_COUNTER = tr("Compute counter");
    static final String EDIT_FORMULA = tr("Edit formula");
    static final String COUNTERS = tr("Counters");
    static final String FIND_COUNTER = tr("Find counter to add");
    static final String ADD_COUNTER = tr("Add counter");
    static final String MATCHING_COUNTERS = tr("Matching counters");
    static final String FORMULA = tr("Formula");
    static final String NAME = tr("Name");
    static final String TRACK_NAME = tr("Track name");
    static final String UNIT = tr("Unit");
    static final String SAVE = tr("Save");
    static final String CHOOSE_COUNTERS = tr("Choose counters first. Each gets a letter.");
    static final String MIXED_UNITS =
            tr("The formula mixes counters with different units. Enter a unit if the result has one.");
    static final String SYNTAX =
            tr("Letters, numbers, + − * / ( ), min, max, abs; rate(a) is the change per second, change(a) the change"
                    + " to the next sample.");

    static String remove(String counter) {
        return tr("Remove {0}", counter);
    }

    static String unused(List<String> letters) {
        return tr("The formula does not use {0}.", String.join(", ", letters));
    }

    // ---- Menu of a track
    static final String EDIT_FORMULA_ITEM = tr("Edit formula…");
    static final String REMOVE_TRACK = tr("Remove track");
    static final String REMOVE_TRACKS = tr("Remove tracks");

    static String computeFrom(int counters) {
        return counters > 1
                ? tr("Compute counter from these {0}…", counters)
                : tr("Compute counter from this and others…");
    }

    // ---- Commands
    static final String COMPUTE_COMMAND = tr("Compute counter from others…");
    static final String EDIT_COMMAND = tr("Edit formula of the track…");
    static final String REMOVE_COMMAND = tr("Remove computed counter");
    static final String REMOVE_ALL_COMMAND = tr("Remove all computed counters");

    // ---- Messages
    static final String CHANGED = tr("Changed");
    static final String COMPUTED = tr("Computed");

    static String definition(String title, String formula) {
        return title + " = " + formula;
    }

    static String cantRestore(List<String> titles) {
        return tr(
                "{0}: the trace does not have the counters.",
                titles.stream()
                        .map(title -> "“" + title + "”")
                        .collect(Collectors.joining(", ", tr("Can't restore "), "")));
    }

    private FormulaTexts() {}
}
