package traceglass.app.panel.colors;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of color rules.
final class ColorsTexts {

    private ColorsTexts() {}

    // ---- Tab and commands

    static final String TAB = tr("Colors");
    static final String SHOW_COMMAND = tr("Color slices by rule…");
    static final String COLOR_NAME_COMMAND = tr("Color slices of this name");
    static final String PICK_COLOR_COMMAND = tr("Choose a color for slices of this name…");
    static final String COLOR_CATEGORY_COMMAND = tr("Color slices of this category");
    static final String ONLY_NAME_COMMAND = tr("Show only slices of this name");
    static final String ONLY_CATEGORY_COMMAND = tr("Show only slices of this category");
    static final String HIDE_COMMAND = tr("Hide slices that do not match");
    static final String DIM_COMMAND = tr("Dim slices that do not match");
    static final String SHOW_ALL_COMMAND = tr("Show all slices");
    static final String REMOVE_ALL_COMMAND = tr("Remove all color rules");

    // ---- Menu of a slice

    static final String COLOR_NAME_MENU = tr("Color of this name");
    static final String OTHER_COLOR = tr("Other color…");
    static final String DEFAULT_COLOR = tr("Default color");

    // ---- Filter

    static final String ONLY = tr("Show only slices with");
    static final String DIM = tr("Dim others");
    static final String HIDE = tr("Hide others");
    static final String SHOW_ALL = tr("Show all slices");

    // ---- Rules

    static final String ADD_RULE = tr("Add rule");
    static final String TRACE_COLORS = tr("Colors from the trace");
    static final String NO_RULES =
            tr("Slices are colored by their names. Add a rule to color some of them differently.");
    static final String FIRST_RULE_WINS = tr("The first matching rule determines the color.");
    static final String USE_RULE = tr("Use this rule");
    static final String CONDITION_KIND = tr("Match by");
    static final String CONDITION = tr("Condition");
    static final String COLOR = tr("Color");
    static final String MOVE_UP = tr("Move up");
    static final String REMOVE_RULE = tr("Remove this rule");

    // Prompts, longest first.

    static final String[] TEXT_PROMPTS = {
        tr("Text, \"exact text\", a*b or /regex/"), tr("Text, a*b or /regex/"), tr("Text")
    };
    static final String[] ARGUMENT_PROMPTS = {
        tr("size, size=42, size>100 or url~login"), tr("size>100 or url~login"), tr("size=42")
    };
    static final String[] EXPRESSION_PROMPTS = {tr("dur > 5e6 AND depth = 0"), tr("dur > 5e6")};

    static final String COUNTED = tr(
            "Matching slices. Names also apply to other events, such as frames of flame charts, which are not counted.");

    static String slices(long slices) {
        return DisplayText.count(slices, "slice", "slices");
    }

    static String traceColors(long slices) {
        return slices == 0 ? TRACE_COLORS : TRACE_COLORS + " (" + slices(slices) + ")";
    }

    static String nothingToColor() {
        return tr("The selected slice has no category.");
    }
}
