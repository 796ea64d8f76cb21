import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Prints the texts of the program as a gettext catalog: those that the sources pass to `Translations.tr` and
/// `DisplayText.count`, and the help texts of the command line. Arguments: the folder of the repository, and optionally
/// `--pseudo`, for a catalog with recognizable texts that tests use instead of a real translation.
public final class TranslationTemplate {

    /// Attributes of picocli's annotations that are displayed.
    private static final Set<String> HELP = Set.of("description", "header", "footer", "customSynopsis");
    private static final Set<String> ANNOTATIONS = Set.of("Command", "Option", "Parameters", "ArgGroup");
    private static final Set<String> COUNTS = Set.of("count", "noun");

    /// A text and where it is used.
    private static final class Entry {
        String plural;
        final Set<String> places = new TreeSet<>();
    }

    private final Map<String, Entry> entries = new TreeMap<>();
    /// Values of constants, by `Class.NAME`.
    private final Map<String, ExpressionTree> constants = new HashMap<>();

    private TranslationTemplate() {}

    public static void main(String[] args) throws IOException {
        boolean pseudo = args.length > 1 && args[1].equals("--pseudo");
        TranslationTemplate template = new TranslationTemplate();
        template.read(Path.of(args[0]));
        System.out.write(template.text(pseudo).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private void read(Path repository) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(repository)) {
            files = all.filter(f -> f.toString().endsWith(".java"))
                    .filter(f -> repository
                            .relativize(f)
                            .toString()
                            .replace('\\', '/')
                            .matches("(model/\\w+|render|app|ingest/[\\w-]+)/src/main/java/.*"))
                    .sorted()
                    .toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(
                null, manager, _ -> {}, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        units.forEach(unit -> new Constants().scan(unit, ""));
        units.forEach(unit -> new Texts(unit).scan(unit, ""));
    }

    private final class Constants extends TreeScanner<Void, String> {

        @Override
        public Void visitClass(ClassTree tree, String type) {
            return super.visitClass(tree, tree.getSimpleName().toString());
        }

        @Override
        public Void visitVariable(VariableTree tree, String type) {
            if (tree.getInitializer() != null) {
                constants.put(type + "." + tree.getName(), tree.getInitializer());
            }
            return super.visitVariable(tree, type);
        }
    }

    private final class Texts extends TreeScanner<Void, String> {

        private final boolean isCommandLine;

        Texts(CompilationUnitTree unit) {
            isCommandLine = String.valueOf(unit.getPackageName()).startsWith("traceglass.app.cli");
        }

        @Override
        public Void visitClass(ClassTree tree, String type) {
            String name = tree.getSimpleName().toString();
            return super.visitClass(tree, name.isEmpty() ? type : name);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, String type) {
            ExpressionTree select = tree.getMethodSelect();
            String owner = select instanceof MemberSelectTree member ? lastName(member.getExpression()) : "";
            String method = lastName(select);
            List<? extends ExpressionTree> arguments = tree.getArguments();
            if (method.equals("tr") && !arguments.isEmpty()) {
                add(value(arguments.getFirst(), type), null, type);
            } else if (COUNTS.contains(method)
                    && arguments.size() == 3
                    && Set.of("DisplayText", "Translations").contains(owner)) {
                add(value(arguments.get(1), type), value(arguments.get(2), type), type);
            } else if (isCommandLine && method.equals("description") && !arguments.isEmpty()) {
                // Options that are built without annotations.
                add(lines(arguments, type), null, type);
            }
            return super.visitMethodInvocation(tree, type);
        }

        @Override
        public Void visitAnnotation(AnnotationTree tree, String type) {
            if (ANNOTATIONS.contains(lastName(tree.getAnnotationType()))) {
                for (ExpressionTree argument : tree.getArguments()) {
                    if (argument instanceof AssignmentTree assignment
                            && HELP.contains(assignment.getVariable().toString())) {
                        ExpressionTree text = assignment.getExpression();
                        add(
                                lines(text instanceof NewArrayTree a ? a.getInitializers() : List.of(text), type),
                                null,
                                type);
                    }
                }
            }
            return super.visitAnnotation(tree, type);
        }

        /// Several lines are one text for translators.
        private String lines(List<? extends ExpressionTree> texts, String type) {
            List<String> lines = new ArrayList<>();
            for (ExpressionTree line : texts) {
                String value = value(line, type);
                if (value == null) {
                    return null;
                }
                lines.add(value);
            }
            return String.join("%n", lines);
        }
    }

    private static String lastName(Tree tree) {
        String name = tree.toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// Returns the value of a constant expression, or null if it isn't one.
    private String value(ExpressionTree tree, String type) {
        return switch (tree) {
            case LiteralTree literal -> String.valueOf(literal.getValue());
            case ParenthesizedTree inner -> value(inner.getExpression(), type);
            case BinaryTree sum
            when sum.getKind() == Tree.Kind.PLUS -> {
                String left = value(sum.getLeftOperand(), type);
                String right = value(sum.getRightOperand(), type);
                yield left == null || right == null ? null : left + right;
            }
            case IdentifierTree name -> constant(type + "." + name.getName(), type);
            case MemberSelectTree member -> {
                String owner = lastName(member.getExpression());
                yield constant(owner + "." + member.getIdentifier(), owner);
            }
            default -> null;
        };
    }

    private String constant(String name, String type) {
        ExpressionTree value = constants.get(name);
        return value == null ? null : value(value, type);
    }

    private void add(String text, String plural, String place) {
        if (text == null || text.isBlank()) {
            return;
        }
        Entry entry = entries.computeIfAbsent(text, _ -> new Entry());
        entry.plural = plural == null ? entry.plural : plural;
        entry.places.add(place);
    }

    private String text(boolean pseudo) {
        StringBuilder out = new StringBuilder("""
                # Texts of Traceglass. Copy this file to LANGUAGE.po, for example de.po, fill in Language, Plural-Forms and
                # X-Decimal-Mark, and translate. {0}, {1} … are replaced by values, and can be in another order. In help texts
                # of commands, %n begins a line, and ${…} stays. Texts without a translation are shown in English.
                msgid ""
                msgstr ""
                "Content-Type: text/plain; charset=UTF-8\\n"
                "Content-Transfer-Encoding: 8bit\\n"
                """);
        out.append(
                pseudo
                        ? "\"Language: de\\n\"\n\"Plural-Forms: nplurals=2; plural=n!=1;\\n\"\n\"X-Decimal-Mark: ,\\n\"\n"
                        : "\"Language: \\n\"\n\"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n\"\n"
                                + "\"X-Decimal-Mark: .\\n\"\n");
        entries.forEach((text, entry) -> {
            out.append("\n#: ").append(String.join(" ", entry.places)).append('\n');
            out.append("msgid ").append(quoted(text)).append('\n');
            if (entry.plural == null) {
                out.append("msgstr ").append(quoted(pseudo ? pseudo(text) : "")).append('\n');
            } else {
                out.append("msgid_plural ").append(quoted(entry.plural)).append('\n');
                out.append("msgstr[0] ")
                        .append(quoted(pseudo ? pseudo(text) : ""))
                        .append('\n');
                out.append("msgstr[1] ")
                        .append(quoted(pseudo ? pseudo(entry.plural) : ""))
                        .append('\n');
            }
        });
        return out.toString();
    }

    /// Replaces vowels by accented ones and makes the text a third longer. Placeholders, variables and formats stay.
    private static String pseudo(String text) {
        StringBuilder out = new StringBuilder("⟦");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isFormat = i > 0 && text.charAt(i - 1) == '%' || i > 0 && text.charAt(i - 1) == '@';
            boolean isVariable = text.lastIndexOf("${", i) > text.lastIndexOf('}', i);
            int vowel = isFormat || isVariable ? -1 : "aeiouAEIOU".indexOf(c);
            out.append(vowel < 0 ? c : "àéîõüÀÉÎÕÜ".charAt(vowel));
        }
        return out.append("~".repeat(text.length() / 3)).append('⟧').toString();
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + '"';
    }
}
