package traceglass.sql.modules;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Functions and macros of `prelude.sql` and `power.sql`, which a session creates when a statement first uses them.
public final class Prelude {
    private static final Map<String, List<Token>> FUNCTIONS = new HashMap<>();
    private static final Map<String, List<Token>> MACROS = new HashMap<>();

    static {
        read("prelude.sql");
        read("power.sql");
    }

    private final Set<String> created = new HashSet<>();

    private static void read(String file) {
        try (InputStream in = Prelude.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (List<Token> statement : SqlTokens.statements(SqlTokens.read(text, 0))) {
                // No pattern switch: it is linked again at each start, which takes longer than all of
                // this.
                PerfettoStatement read = PerfettoStatement.read(statement);
                if (read instanceof PerfettoStatement.Function function) {
                    FUNCTIONS.put(function.name().value(), statement);
                } else if (read instanceof PerfettoStatement.Macro macro) {
                    MACROS.put(macro.name().value(), statement);
                } else {
                    throw new IllegalStateException(file + " may contain only functions and macros");
                }
            }
        } catch (IOException | SqlSyntaxException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Returns the definitions of all macros.
    public static Iterable<List<Token>> macros() {
        return MACROS.values();
    }

    /// Removes and returns the definition of the next function that these tokens use and that does not exist yet;
    /// null if there is none. A function whose form depends on the kind of its value returns all its forms.
    public List<Token> next(List<Token> tokens) {
        for (Token t : tokens) {
            if (t.kind() != Token.Kind.WORD) {
                continue;
            }
            String name = t.text().toLowerCase(Locale.ROOT);
            if (!FUNCTIONS.containsKey(name) && name.startsWith("__intrinsic_")) {
                name = name.substring("__intrinsic_".length());
            }
            if (!FUNCTIONS.containsKey(name)) {
                continue;
            }
            if (created.add(name)) {
                return FUNCTIONS.get(name);
            }
            if (name.startsWith("extract_") || name.startsWith("stack_from_")) {
                for (Map.Entry<String, List<Token>> form : FUNCTIONS.entrySet()) {
                    if (form.getKey().startsWith(name + "_") && created.add(form.getKey())) {
                        return form.getValue();
                    }
                }
            }
        }
        return null;
    }

    /// Removes a function that the user defines.
    public void remove(String name) {
        created.add(name.toLowerCase(Locale.ROOT));
    }
}
