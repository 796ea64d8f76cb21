package traceglass.sql.modules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.sql.syntax.Token;

/// Comments in the statement of a definition: above it, above its result, and above the members of the lists that
/// it declares (first its arguments, or columns of a table or view; then columns of a function's table).
record DefinitionComments(String definition, String returns, List<Map<String, String>> lists) {

    /// Creates the comments of a definition that has no other comments.
    static DefinitionComments of(String definition) {
        return new DefinitionComments(definition, "", List.of());
    }

    /// Reads the comments of a statement.
    static DefinitionComments read(String text, List<Token> statement) {
        List<Map<String, String>> lists = new ArrayList<>();
        String returns = "";
        int depth = 0;
        for (int i = 0; i < statement.size() && !(depth == 0 && statement.get(i).is("AS")); i++) {
            Token token = statement.get(i);
            if (depth == 0 && token.is("RETURNS")) {
                returns = commentAbove(text, token);
            } else if (token.isOperator("(") && depth++ == 0) {
                lists.add(new HashMap<>());
            } else if (token.isOperator(")")) {
                depth--;
            }
            boolean beginsMember = depth == 1 && (token.isOperator("(") || token.isOperator(","));
            if (beginsMember && i + 1 < statement.size()) {
                Token name = statement.get(i + 1);
                lists.getLast().put(name.value(), commentAbove(text, name));
            }
        }
        String definition =
                ModuleCatalog.commentBefore(text, statement.getFirst().start());
        return new DefinitionComments(definition, returns, lists);
    }

    /// Returns the comment above the line that begins with a token; empty if the line begins with another token.
    private static String commentAbove(String text, Token token) {
        String before = text.substring(text.lastIndexOf('\n', token.start()) + 1, token.start());
        return before.isBlank() ? ModuleCatalog.commentBefore(text, token.start()) : "";
    }

    /// Returns the comments of the members of a list by name.
    Map<String, String> list(int index) {
        return index < lists.size() ? lists.get(index) : Map.of();
    }
}
