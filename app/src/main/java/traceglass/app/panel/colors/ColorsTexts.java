package traceglass.app.panel.colors;

import traceglass.store.text.DisplayText;

/// Texts of color rules.
final class ColorsTexts {

    private ColorsTexts() {}

    // ---- Tab and commands

    static final String TAB = "Colors";
    static final String SHOW_COMMAND = "Color slices by rule…";
    static final String COLOR_NAME_COMMAND = "Color slices of this name";
    static final String PICK_COLOR_COMMAND = "Choose a color for slices of this name…";
    static final String COLOR_CATEGORY_COMMAND = "Color slices of this category";
    static final String ONLY_NAME_COMMAND = "Show only slices of this name";
    static final String ONLY_CATEGORY_COMMAND = "Show only slices of this category";
    static final String HIDE_COMMAND = "Hide slices that do not match";
    static final String DIM_COMMAND = "Dim slices that do not match";
    static final String SHOW_ALL_COMMAND = "Show all slices";
    static final String REMOVE_ALL_COMMAND = "Remove all color rules";

    // ---- Menu of a slice

    static final String COLOR_NAME_MENU = "Color of this name";
    static final String OTHER_COLOR = "Other color…";
    static final String DEFAULT_COLOR = "Default color";

    // ---- Filter

    static final String ONLY = "Show only slices with";
    static final String DIM = "Dim others";
    static final String HIDE = "Hide others";
    static final String SHOW_ALL = "Show all slices";

    // ---- Rules

    static final String ADD_RULE = "Add rule";
    static final String TRACE_COLORS = "Colors from the trace";
    static final String NO_RULES = "Slices are colored by their names. Add a rule to color some of them differently.";
    static final String FIRST_RULE_WINS = "The first matching rule determines the color.";
    static final String USE_RULE = "Use this rule";
    static final String CONDITION_KIND = "Match by";
    static final String CONDITION = "Condition";
    static final String COLOR = "Color";
    static final String MOVE_UP = "Move up";
    static final String REMOVE_RULE = "Remove this rule";

    // Prompts, longest first.

    static final String[] TEXT_PROMPTS = {"Text, \"exact text\", a*b or /regex/", "Text, a*b or /regex/", "Text"};
    static final String[] ARGUMENT_PROMPTS = {"size, size=42, size>100 or url~login", "size>100 or url~login", "size=42"
    };
    static final String[] EXPRESSION_PROMPTS = {"dur > 5e6 AND depth = 0", "dur > 5e6"};

    static final String COUNTED =
            "Matching slices. Names also apply to other events, such as frames of flame charts, which are not counted.";

    static String slices(long slices) {
        return DisplayText.count(slices, "slice", "slices");
    }

    static String traceColors(long slices) {
        return slices == 0 ? TRACE_COLORS : TRACE_COLORS + " (" + slices(slices) + ")";
    }

    static String nothingToColor() {
        return "The selected slice has no category.";
    }
}
