package traceglass.sql.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Parses names of functions and data: scopes, constructors, operators, lambdas, and compiler-generated entities.
final class ItaniumParser extends ItaniumUnnamed {

    private static final Map<String, String> SPECIAL = Map.ofEntries(
            Map.entry("TV", "vtable for "),
            Map.entry("TT", "VTT for "),
            Map.entry("TI", "typeinfo for "),
            Map.entry("TS", "typeinfo name for "),
            Map.entry("TW", "thread-local wrapper routine for "),
            Map.entry("TH", "thread-local initialization routine for "),
            Map.entry("GV", "guard variable for "),
            Map.entry("TA", "template parameter object for "));

    /// Full names for the abbreviations of the standard library, used for constructors.
    private static final Map<Node, Node> EXPANDED = Map.of(
            STANDARD.get('s'),
                    Node.of("std::basic_string<char, std::char_traits<char>, std::allocator<char>>", "basic_string"),
            STANDARD.get('i'), Node.of("std::basic_istream<char, std::char_traits<char>>", "basic_istream"),
            STANDARD.get('o'), Node.of("std::basic_ostream<char, std::char_traits<char>>", "basic_ostream"),
            STANDARD.get('d'), Node.of("std::basic_iostream<char, std::char_traits<char>>", "basic_iostream"));

    /// Properties of a name found while parsing it.
    private static final class NameProperties {
        boolean hasNoReturnType;
        boolean endsWithArgs;
        String qualifiers = "";
        int firstForward;
    }

    ItaniumParser(String name) {
        super(name);
    }

    /// Parses a whole symbol.
    Node symbol() {
        Node n = encoding();
        Node root = n;
        if (peek() == '.') {
            String suffix = name.substring(position);
            position = name.length();
            root = Node.of(out -> {
                n.print(out);
                out.add(" (" + suffix + ")");
            });
        }
        if (!atEnd()) {
            throw new MalformedName();
        }
        return root;
    }

    /// Parses the code of an Objective-C block within a function.
    Node block() {
        Node n = encoding();
        expectBlock();
        return Node.of(out -> {
            out.add("invocation function for block in ");
            n.print(out);
        });
    }

    private void expectBlock() {
        if (!consumeIf("_block_invoke")) {
            throw new MalformedName();
        }
        boolean isNumbered = consumeIf('_');
        if (digits(false).isEmpty() && isNumbered) {
            throw new MalformedName();
        }
        if (peek() == '.') {
            position = name.length();
        }
        if (!atEnd()) {
            throw new MalformedName();
        }
    }

    @Override
    Node encoding() {
        enter();
        List<Node> outer = new ArrayList<>(templateParams);
        templateParams.clear();
        Node n = encodingInside();
        templateParams.clear();
        templateParams.addAll(outer);
        leave();
        return n;
    }

    private Node encodingInside() {
        if (peek() == 'G' || peek() == 'T') {
            return special();
        }
        NameProperties found = new NameProperties();
        found.firstForward = forwardReferences.size();
        Node n = name(found);
        resolveForwards(found);
        if (atEncodingEnd()) {
            return n;
        }
        Node attributes = null;
        if (consumeIf("Ua9enable_ifI")) {
            List<Node> conditions = new ArrayList<>();
            while (!consumeIf('E')) {
                conditions.add(templateArg());
            }
            attributes = Node.of(out -> {
                out.add(" [enable_if:");
                Node.printList(out, conditions);
                out.add("]");
            });
        }
        Node returns = !found.hasNoReturnType && found.endsWithArgs ? type() : null;
        List<Node> parameters = new ArrayList<>();
        if (!consumeIf('v')) {
            do {
                parameters.add(type());
            } while (!atEncodingEnd() && peek() != 'Q');
        }
        if (consumeIf('Q')) {
            Node before = attributes;
            Node condition = expression();
            attributes = Node.of(out -> {
                if (before != null) {
                    before.print(out);
                }
                out.add(" requires ");
                condition.print(out);
            });
        }
        return TypeNodes.encoding(returns, n, parameters, attributes, found.qualifiers);
    }

    private boolean atEncodingEnd() {
        return atEnd() || peek() == 'E' || peek() == '.' || peek() == '_';
    }

    private void resolveForwards(NameProperties found) {
        for (int i = found.firstForward; i < forwardReferences.size(); i++) {
            PackNodes.Forward f = forwardReferences.get(i);
            if (f.index >= templateParams.size()) {
                throw new MalformedName();
            }
            f.resolve(templateParams.get(f.index));
        }
        while (forwardReferences.size() > found.firstForward) {
            forwardReferences.removeLast();
        }
    }

    private Node special() {
        String prefix = name.substring(position, Math.min(position + 2, name.length()));
        String text = SPECIAL.get(prefix);
        if (text != null) {
            position += 2;
            return prefixed(
                    text,
                    prefix.equals("TA")
                            ? templateArg()
                            : prefix.charAt(0) == 'T' && prefix.charAt(1) != 'W' && prefix.charAt(1) != 'H'
                                    ? type()
                                    : name(null));
        }
        switch (prefix) {
            case "Tc" -> {
                position += 2;
                callOffset();
                callOffset();
                return prefixed("covariant return thunk to ", encoding());
            }
            case "Th", "Tv" -> {
                position++;
                boolean isVirtual = peek() == 'v';
                callOffset();
                return prefixed(isVirtual ? "virtual thunk to " : "non-virtual thunk to ", encoding());
            }
            case "TC" -> {
                position += 2;
                Node first = type();
                digits(true);
                expect('_');
                Node second = type();
                return Node.of(out -> {
                    out.add("construction vtable for ");
                    second.print(out);
                    out.add("-in-");
                    first.print(out);
                });
            }
            case "GR" -> {
                position += 2;
                Node n = name(null);
                if (!atEnd()) {
                    sequenceId();
                }
                return prefixed("reference temporary for ", n);
            }
            case "GI" -> {
                position += 2;
                List<String> parts = new ArrayList<>();
                while (consumeIf('W')) {
                    parts.add((consumeIf('P') ? ":" : parts.isEmpty() ? "" : ".") + sourceName());
                }
                return Node.of("initializer for module " + String.join("", parts));
            }
            default -> throw new MalformedName();
        }
    }

    private void callOffset() {
        if (consumeIf('h')) {
            digits(true);
            expect('_');
        } else if (consumeIf('v')) {
            digits(true);
            expect('_');
            digits(true);
            expect('_');
        } else {
            throw new MalformedName();
        }
    }

    private static Node prefixed(String text, Node n) {
        return Node.of(out -> {
            out.add(text);
            n.print(out);
        });
    }

    @Override
    Node className() {
        if (peek() == 'T') {
            String word = switch (peek(1)) {
                case 's' -> "struct ";
                case 'u' -> "union ";
                default -> "enum ";
            };
            position += 2;
            return prefixed(word, name(null));
        }
        return name(null);
    }

    /// @param found receives properties of the name; null within types, where they are irrelevant
    private Node name(NameProperties found) {
        if (peek() == 'N') {
            return nested(found);
        }
        if (peek() == 'Z') {
            return local(found);
        }
        Node n;
        boolean isKnown = false;
        if (peek() == 'S' && peek(1) != 't') {
            n = substitution();
            if (peek() != 'I') {
                throw new MalformedName();
            }
            isKnown = true;
        } else {
            boolean isStd = consumeIf("St");
            Node simpleName = unqualified(found, null);
            n = isStd ? scoped(Node.of("std"), simpleName) : simpleName;
        }
        if (peek() == 'I') {
            if (!isKnown) {
                substitutions.add(n);
            }
            Node args = templateArgs(found != null);
            if (found != null) {
                found.endsWithArgs = true;
            }
            return withArgs(n, args);
        }
        return n;
    }

    private static Node scoped(Node scope, Node n) {
        return Node.of(
                out -> {
                    scope.print(out);
                    out.add("::");
                    n.print(out);
                },
                n.baseName());
    }

    private Node local(NameProperties found) {
        expect('Z');
        Node function = encoding();
        expect('E');
        if (consumeIf('s')) {
            skipDiscriminator();
            return scoped(function, Node.of("string literal"));
        }
        if (consumeIf('d')) {
            digits(true);
            expect('_');
            return scoped(function, name(found));
        }
        Node entity = name(found);
        skipDiscriminator();
        return scoped(function, entity);
    }

    private Node nested(NameProperties found) {
        expect('N');
        String qualifiers = qualifiers();
        qualifiers += consumeIf('O') ? " &&" : consumeIf('R') ? " &" : "";
        if (found != null) {
            found.qualifiers = qualifiers;
        }
        Node n = null;
        while (!consumeIf('E')) {
            if (found != null) {
                found.endsWithArgs = false;
            }
            if (peek() == 'T') {
                n = addSubstitution(within(n, templateParam()));
            } else if (peek() == 'I') {
                if (n == null) {
                    throw new MalformedName();
                }
                n = addSubstitution(withArgs(n, templateArgs(found != null)));
                if (found != null) {
                    found.endsWithArgs = true;
                }
            } else if (peek() == 'D' && (peek(1) == 't' || peek(1) == 'T')) {
                n = addSubstitution(within(n, decltype()));
            } else if (peek() == 'S' && peek(1) != 't') {
                Node s = substitution();
                n = within(n, s);
                if (n != s) {
                    substitutions.add(n);
                }
            } else if (n == null && consumeIf("St")) {
                // The abbreviation is not a substitution candidate itself.
                n = Node.of("std");
            } else {
                if (consumeIf('M')) {
                    continue;
                }
                if (n != null && (peek() == 'C' || peek() == 'D' && peek(1) != 'C')) {
                    n = EXPANDED.getOrDefault(n, n);
                }
                Node simpleName = unqualified(found, n);
                n = addSubstitution(within(n, simpleName));
            }
        }
        if (n == null || substitutions.isEmpty()) {
            throw new MalformedName();
        }
        substitutions.removeLast();
        return n;
    }

    private static Node within(Node scope, Node n) {
        return scope == null ? n : scoped(scope, n);
    }

    /// Parses a name without its scope.
    ///
    /// @param scope the name of constructors; null outside classes
    private Node unqualified(NameProperties found, Node scope) {
        while (peek() == 'W') {
            position++;
            consumeIf('P');
            sourceName();
        }
        boolean isMember = consumeIf('F') && scope != null;
        consumeIf('L');
        Node n;
        if (peek() == 'U') {
            n = unnamed();
        } else if (atDigit()) {
            String s = sourceName();
            n = Node.of(s, s);
        } else if (consumeIf("DC")) {
            List<Node> names = new ArrayList<>();
            do {
                names.add(Node.of(sourceName()));
            } while (!consumeIf('E'));
            n = Node.of(out -> {
                out.add("[");
                Node.printList(out, names);
                out.add("]");
            });
        } else if (peek() == 'C' || peek() == 'D') {
            if (scope == null) {
                throw new MalformedName();
            }
            n = constructor(found, scope);
        } else {
            n = operatorName(found);
        }
        Node friend = n;
        return abiTags(isMember ? prefixed("friend ", friend) : friend);
    }

    private Node constructor(NameProperties found, Node scope) {
        String base = scope.baseName();
        if (found != null) {
            found.hasNoReturnType = true;
        }
        if (consumeIf('C')) {
            boolean isInherited = consumeIf('I');
            if (peek() < '1' || peek() > '5') {
                throw new MalformedName();
            }
            position++;
            if (isInherited) {
                name(found);
            }
            return Node.of(base, base);
        }
        position++;
        if ("01245".indexOf(peek()) < 0 || peek() == 0) {
            throw new MalformedName();
        }
        position++;
        return Node.of("~" + base, base);
    }

    private Node operatorName(NameProperties found) {
        if (consumeIf("cv")) {
            boolean parsedBefore = parsesTemplateArgs;
            boolean forwardsBefore = allowsForwardReferences;
            parsesTemplateArgs = false;
            allowsForwardReferences = found != null || allowsForwardReferences;
            Node to = type();
            parsesTemplateArgs = parsedBefore;
            allowsForwardReferences = forwardsBefore;
            if (found != null) {
                found.hasNoReturnType = true;
            }
            return prefixed("operator ", to);
        }
        if (consumeIf("li")) {
            return Node.of("operator\"\" " + sourceName());
        }
        if (peek() == 'v' && peek(1) >= '0' && peek(1) <= '9') {
            position += 2;
            return Node.of("operator " + sourceName());
        }
        String symbol = Operator.nameOf(peek(), peek(1));
        if (symbol == null) {
            throw new MalformedName();
        }
        position += 2;
        return Node.of("operator" + symbol, "operator" + symbol);
    }

    @Override
    Node unresolvedOperator() {
        return operatorName(null);
    }
}
