package traceglass.app.testing;

import java.util.ArrayList;
import java.util.List;

/// Splits a script for a Unix shell into commands and their words. Supports only the syntax of the examples in the
/// documentation: quotes, comments, line ends, pipes, redirections and `$(…)`.
public final class ShellScript {

    private static final String OPERATORS = "|&;<>\n";

    private final String text;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private StringBuilder word = new StringBuilder();
    private boolean inWord;
    private boolean redirected;
    private int position;

    private ShellScript(String text) {
        this.text = text;
    }

    /// Returns the words of each command, in order. Commands in `$(…)` come before the one that they are in.
    public static List<List<String>> commands(String text) {
        ShellScript script = new ShellScript(text);
        script.read();
        return script.commands;
    }

    private void read() {
        for (; position < text.length(); position++) {
            char c = text.charAt(position);
            if (c == '\\' && position + 1 < text.length()) {
                readEscape(text.charAt(++position));
            } else if (c == '\'') {
                int end = text.indexOf('\'', position + 1);
                append(text.substring(position + 1, end));
                position = end;
            } else if (c == '"') {
                readQuoted();
            } else if (c == '$' && text.startsWith("$(", position)) {
                readSubstitution();
            } else if (c == '#' && !inWord) {
                position = Math.max(position, (text + "\n").indexOf('\n', position) - 1);
            } else if (OPERATORS.indexOf(c) >= 0) {
                readOperator(c);
            } else if (Character.isWhitespace(c)) {
                endWord();
            } else {
                append(String.valueOf(c));
            }
        }
        endCommand();
    }

    private void readEscape(char c) {
        if (c != '\n') {
            append(String.valueOf(c));
        }
    }

    private void readQuoted() {
        append("");
        for (position++; text.charAt(position) != '"'; position++) {
            if (text.startsWith("$(", position)) {
                readSubstitution();
            } else if (text.charAt(position) == '\\' && "\"\\$\n".indexOf(text.charAt(position + 1)) >= 0) {
                readEscape(text.charAt(++position));
            } else {
                append(String.valueOf(text.charAt(position)));
            }
        }
    }

    private void readSubstitution() {
        int end = text.indexOf(')', position);
        commands.addAll(commands(text.substring(position + 2, end)));
        append("$()");
        position = end;
    }

    private void readOperator(char c) {
        // In "2>" the number belongs to the redirection.
        if ((c == '<' || c == '>') && word.toString().matches("\\d")) {
            word = new StringBuilder();
            inWord = false;
        }
        if (c == '<' || c == '>') {
            endWord();
            redirected = true;
        } else {
            endCommand();
        }
    }

    private void append(String more) {
        word.append(more);
        inWord = true;
    }

    private void endWord() {
        if (inWord && !redirected) {
            words.add(word.toString());
        }
        redirected = redirected && !inWord;
        word = new StringBuilder();
        inWord = false;
    }

    private void endCommand() {
        endWord();
        redirected = false;
        if (!words.isEmpty()) {
            commands.add(words);
        }
        words = new ArrayList<>();
    }
}
