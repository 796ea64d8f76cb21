package traceglass.sql.modules;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Functions and macros of `prelude.sql` and `power.sql`, which a session creates when a statement first uses them.
///
/// Every session needs their names and few of their definitions, so only the definitions that are used are read.
public final class Prelude {

    private static final String FUNCTION = "CREATE PERFETTO FUNCTION ";
    private static final String MACRO = "CREATE PERFETTO MACRO ";

    private static final Map<String, String> FUNCTIONS = new HashMap<>();
    private static final List<String> MACROS = new ArrayList<>();

    static {
        read("prelude.sql");
        read("power.sql");
    }

    private final Set<String> created = new HashSet<>();

    /// Splits a file into definitions. Each begins at the start of a line and ends with a semicolon at the end of one.
    private static void read(String file) {
        try (InputStream in = Prelude.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (int start = text.indexOf("\nCREATE "); start >= 0; start = text.indexOf("\nCREATE ", start + 1)) {
                int end = text.indexOf(";\n", start);
                String definition = text.substring(start + 1, end < 0 ? text.length() : end);
                if (definition.startsWith(FUNCTION)) {
                    FUNCTIONS.put(definition.substring(FUNCTION.length(), definition.indexOf('(')), definition);
                } else if (definition.startsWith(MACRO)) {
                    MACROS.add(definition);
                } else {
                    throw new IllegalStateException(file + " may contain only functions and macros");
                }
            }
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Returns the texts of all functions and macros.
    static List<String> definitions() {
        List<String> all = new ArrayList<>(FUNCTIONS.values());
        all.addAll(MACROS);
        return all;
    }

    /// Returns the definitions of all macros.
    public static Iterable<List<Token>> macros() {
        return MACROS.stream().map(Prelude::tokens).toList();
    }

    private static List<Token> tokens(String definition) {
        try {
            return SqlTokens.read(definition, 0);
        } catch (SqlSyntaxException e) {
            throw new IllegalStateException("invalid definition: " + definition, e);
        }
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
                return tokens(FUNCTIONS.get(name));
            }
            if (name.startsWith("extract_") || name.startsWith("stack_from_")) {
                for (Map.Entry<String, String> form : FUNCTIONS.entrySet()) {
                    if (form.getKey().startsWith(name + "_") && created.add(form.getKey())) {
                        return tokens(form.getValue());
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
