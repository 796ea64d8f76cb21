package traceglass.sdk;

import java.util.List;

/// Decides which categories a session records, as Perfetto's C++ SDK does.
///
/// Rules are tried in three passes: exact names first, then prefixes such as `net*`, then `*`. Within a pass the order
/// is enabled categories, disabled categories, disabled tags, enabled tags; the first match decides. If no rule
/// matches, the category is on. Unless tags are listed, the tags `slow` and `debug` are disabled.
final class CategoryRules {

    private static final List<String> OFF_BY_DEFAULT = List.of("slow", "debug");

    private enum Pass {
        EXACT,
        PREFIX,
        ALL;

        boolean matches(String pattern, String text) {
            return switch (this) {
                case EXACT -> pattern.equals(text);
                case PREFIX ->
                    pattern.length() > 1
                            && pattern.endsWith("*")
                            && text.startsWith(pattern.substring(0, pattern.length() - 1));
                case ALL -> pattern.equals("*");
            };
        }
    }

    private CategoryRules() {}

    static boolean isEnabled(Category category, TracingOptions options) {
        return isEnabled(category.name(), category.tags(), options);
    }

    static boolean isEnabled(String name, List<String> tags, TracingOptions options) {
        List<String> offTags = options.disabledTags();
        if (offTags.isEmpty() && options.enabledTags().isEmpty()) {
            offTags = OFF_BY_DEFAULT;
        }
        for (Pass pass : Pass.values()) {
            if (matchesAny(pass, options.enabledCategories(), List.of(name))) {
                return true;
            }
            if (matchesAny(pass, options.disabledCategories(), List.of(name)) || matchesAny(pass, offTags, tags)) {
                return false;
            }
            if (matchesAny(pass, options.enabledTags(), tags)) {
                return true;
            }
        }
        return true;
    }

    private static boolean matchesAny(Pass pass, List<String> patterns, List<String> texts) {
        for (String pattern : patterns) {
            for (String text : texts) {
                if (pass.matches(pattern, text)) {
                    return true;
                }
            }
        }
        return false;
    }
}
