package traceglass.sql.functions;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Macros in whose text an argument occurs several times: DuckDB copies the argument to each occurrence, so that
/// the size of nested calls grows exponentially with their depth.
public final class RepeatedArguments {
    private static final Pattern FORM = Pattern.compile("(?:^|, )\\(([\\w ,]+)\\) AS ");

    private static final Map<String, Integer> KNOWN = new ConcurrentHashMap<>();

    private RepeatedArguments() {}

    /// Returns how many times DuckDB reads an argument of a scalar macro; 1 for other names.
    public static int count(String macro) {
        return macro.startsWith("tg_") ? KNOWN.computeIfAbsent(macro, RepeatedArguments::countUses) : 1;
    }

    private static int countUses(String macro) {
        String definition = Builtins.definition(macro);
        // The arguments of an aggregate must stay where they are.
        if (definition == null || SqlFunctions.ofMacro(macro).isAggregate()) {
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
