package traceglass.sql.functions;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Macros in whose text an argument occurs several times: DuckDB puts the argument in each place, so that the size of
/// nested calls is a power of their depth.
public final class RepeatedArguments {
    private static final Pattern FORM = Pattern.compile("(?:^|, )\\(([\\w ,]+)\\) AS ");
    /// Macros that have one value for several rows, so that their arguments must stay where they are.
    private static final Set<String> AGGREGATES =
            Set.of("tg_total", "tg_percentile", "tg_concat_distinct", "tg_value_at_max_ts", Builtins.PROFILE);

    private static final Map<String, Integer> KNOWN = new ConcurrentHashMap<>();

    private RepeatedArguments() {}

    /// Returns how often DuckDB reads an argument of a scalar macro; 1 for other names.
    public static int count(String macro) {
        return macro.startsWith("tg_") ? KNOWN.computeIfAbsent(macro, RepeatedArguments::countUses) : 1;
    }

    private static int countUses(String macro) {
        String definition = Builtins.definition(macro);
        if (definition == null || AGGREGATES.contains(macro)) {
            return 1;
        }
        long maxUses = 1;
        Matcher forms = FORM.matcher(definition);
        MatchResult form = forms.find() ? forms.toMatchResult() : null;
        while (form != null) {
            MatchResult next = forms.find() ? forms.toMatchResult() : null;
            String body = definition.substring(form.end(), next == null ? definition.length() : next.start());
            for (String parameter : form.group(1).split(",")) {
                String[] nameAndType = parameter.strip().split(" ");
                long uses = Pattern.compile("\\b" + nameAndType[0] + "\\b")
                        .matcher(body)
                        .results()
                        .count();
                // DuckDB also reads an argument to choose the form that fits its type.
                maxUses = Math.max(maxUses, nameAndType.length > 1 ? uses + 1 : uses);
            }
            form = next;
        }
        return (int) maxUses;
    }
}
