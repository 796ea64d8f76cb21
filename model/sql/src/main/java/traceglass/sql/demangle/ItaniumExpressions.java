package traceglass.sql.demangle;

import java.util.ArrayList;
import java.util.List;

/// Parses expressions, which can occur in template arguments and types.
abstract class ItaniumExpressions extends ItaniumLiterals {

    ItaniumExpressions(String name) {
        super(name);
    }

    /// Parses the name of an operator function in an unresolved name.
    abstract Node unresolvedOperator();

    @Override
    Node expression() {
        enter();
        Node e = expressionInside();
        leave();
        return e;
    }

    private Node expressionInside() {
        boolean isGlobal = consumeIf("gs");
        Operator op = Operator.of(peek(), peek(1));
        if (op != null) {
            position += 2;
            return operator(op, isGlobal);
        }
        if (peek() == 'L') {
            return literal();
        }
        if (peek() == 'T') {
            return templateParam();
        }
        if (peek() == 'f' && (peek(1) == 'p' || peek(1) == 'L' && peek(2) >= '0' && peek(2) <= '9')) {
            return functionParameter();
        }
        if (peek() == 'f' && "lrLR".indexOf(peek(1)) >= 0 && peek(1) != 0) {
            return fold();
        }
        if (consumeIf("sZ")) {
            Node pack = peek() == 'T' ? templateParam() : functionParameter();
            return wrapped("sizeof...(", PackNodes.expansion(pack), ")");
        }
        if (consumeIf("sP")) {
            List<Node> args = new ArrayList<>();
            while (!consumeIf('E')) {
                args.add(templateArg());
            }
            return wrapped("sizeof...(", new PackNodes.Arguments(args), ")");
        }
        if (consumeIf("sp")) {
            return PackNodes.expansion(expression());
        }
        if (consumeIf("il")) {
            return initializer(null, expressionsTo('E'));
        }
        if (consumeIf("tl")) {
            Node type = type();
            return initializer(type, expressionsTo('E'));
        }
        if (consumeIf("cv")) {
            return conversion();
        }
        if (consumeIf("tr")) {
            return Node.of("throw");
        }
        if (consumeIf("tw")) {
            return wrapped("throw ", expression(), "");
        }
        if (peek() == 'u' && peek(1) >= '0' && peek(1) <= '9') {
            position++;
            return vendor(sourceName());
        }
        return unresolvedName(isGlobal);
    }

    private Node vendor(String word) {
        List<Node> args = new ArrayList<>();
        while (!consumeIf('E')) {
            args.add(templateArg());
        }
        return Node.of(out -> {
            out.add(word + "(");
            Node.printList(out, args);
            out.add(")");
        });
    }

    private Node operator(Operator op, boolean isGlobal) {
        return switch (op.kind()) {
            case BINARY -> {
                Node a = expression();
                Node b = expression();
                yield binary(a, op.symbol(), b);
            }
            case PREFIX -> {
                Node a = expression();
                yield Node.of(out -> {
                    out.add(op.symbol());
                    printBracketed(out, a);
                });
            }
            case POSTFIX -> {
                // Followed by an underscore, it is a prefix operator.
                boolean isPrefix = consumeIf('_');
                Node a = expression();
                yield isPrefix
                        ? Node.of(out -> {
                            out.add(op.symbol());
                            printBracketed(out, a);
                        })
                        : Node.of(out -> {
                            printBracketed(out, a);
                            out.add(op.symbol());
                        });
            }
            case ARRAY -> {
                Node a = expression();
                Node b = expression();
                yield Node.of(out -> {
                    printBracketed(out, a);
                    out.add("[");
                    b.print(out);
                    out.add("]");
                });
            }
            case MEMBER -> {
                Node a = expression();
                Node b = expression();
                yield Node.of(out -> {
                    a.print(out);
                    out.add(op.symbol());
                    b.print(out);
                });
            }
            case CALL -> {
                Node callee = expression();
                List<Node> args = expressionsTo('E');
                yield Node.of(out -> {
                    callee.print(out);
                    out.add("(");
                    Node.printList(out, args);
                    out.add(")");
                });
            }
            case CONDITIONAL -> {
                Node a = expression();
                Node b = expression();
                Node c = expression();
                yield Node.of(out -> {
                    printBracketed(out, a);
                    out.add(" ? ");
                    printBracketed(out, b);
                    out.add(" : ");
                    printBracketed(out, c);
                });
            }
            case CAST -> {
                Node to = type();
                Node operand = expression();
                yield Node.of(out -> {
                    out.add(op.symbol() + "<");
                    to.print(out);
                    out.add(">(");
                    operand.print(out);
                    out.add(")");
                });
            }
            case OF_TYPE -> wrapped(op.symbol() + "(", type(), ")");
            case OF_EXPRESSION -> wrapped(op.symbol() + "(", expression(), ")");
            case NEW -> allocation(op, isGlobal);
            case DELETE ->
                wrapped((isGlobal ? "::" : "") + (op.call().equals("da") ? "delete[] " : "delete "), expression(), "");
            case NAME_ONLY -> throw new MalformedName();
        };
    }

    /// Prints operands in parentheses, even where the language does not need them.
    private static void printBracketed(Node.Out out, Node n) {
        boolean isSimple = n instanceof Simple;
        out.add(isSimple ? "" : "(");
        n.print(out);
        out.add(isSimple ? "" : ")");
    }

    private static Node binary(Node a, String symbol, Node b) {
        return Node.of(out -> {
            boolean closes = symbol.equals(">") || symbol.equals(">>");
            out.add(closes ? "(" : "");
            printBracketed(out, a);
            out.add(symbol.equals(",") ? ", " : " " + symbol + " ");
            printBracketed(out, b);
            out.add(closes ? ")" : "");
        });
    }

    private List<Node> expressionsTo(char end) {
        List<Node> all = new ArrayList<>();
        while (!consumeIf(end)) {
            all.add(
                    peek() == 'd' && (peek(1) == 'i' || peek(1) == 'x' || peek(1) == 'X')
                            ? designated()
                            : expression());
        }
        return all;
    }

    private Node designated() {
        position++;
        char kind = peek();
        position++;
        if (kind == 'i') {
            String field = sourceName();
            Node value = designatedValue();
            return Node.of(out -> {
                out.add("." + field + " = ");
                value.print(out);
            });
        }
        Node index = expression();
        Node last = kind == 'X' ? expression() : null;
        Node value = designatedValue();
        return Node.of(out -> {
            out.add("[");
            index.print(out);
            if (last != null) {
                out.add(" ... ");
                last.print(out);
            }
            out.add("] = ");
            value.print(out);
        });
    }

    private Node designatedValue() {
        return peek() == 'd' && (peek(1) == 'i' || peek(1) == 'x' || peek(1) == 'X') ? designated() : expression();
    }

    private static Node initializer(Node type, List<Node> values) {
        return Node.of(out -> {
            if (type != null) {
                type.print(out);
            }
            out.add("{");
            Node.printList(out, values);
            out.add("}");
        });
    }

    private Node conversion() {
        boolean parsedBefore = parsesTemplateArgs;
        parsesTemplateArgs = false;
        Node to = type();
        parsesTemplateArgs = parsedBefore;
        List<Node> values = consumeIf('_') ? expressionsTo('E') : List.of(expression());
        return Node.of(out -> {
            out.add("(");
            to.print(out);
            out.add(")(");
            Node.printList(out, values);
            out.add(")");
        });
    }

    private Node allocation(Operator op, boolean isGlobal) {
        List<Node> placement = expressionsTo('_');
        Node allocated = type();
        boolean hasValues = consumeIf("pi");
        List<Node> values = List.of();
        if (hasValues) {
            values = expressionsTo('E');
        } else {
            expect('E');
        }
        List<Node> initial = values;
        return Node.of(out -> {
            out.add((isGlobal ? "::" : "") + (op.call().equals("na") ? "new[]" : "new"));
            if (!placement.isEmpty()) {
                out.add("(");
                Node.printList(out, placement);
                out.add(")");
            }
            out.add(" ");
            allocated.print(out);
            if (hasValues) {
                out.add("(");
                Node.printList(out, initial);
                out.add(")");
            }
        });
    }

    private Node functionParameter() {
        if (consumeIf("fpT")) {
            return new Simple(Node.of("this"));
        }
        if (consumeIf("fp")) {
            qualifiers();
        } else if (consumeIf("fL")) {
            digits(false);
            expect('p');
            qualifiers();
        } else {
            throw new MalformedName();
        }
        String number = digits(false);
        expect('_');
        return new Simple(Node.of("fp" + number));
    }

    private Node fold() {
        position++;
        char kind = peek();
        position++;
        boolean isLeftFold = kind == 'l' || kind == 'L';
        boolean hasInitial = kind == 'L' || kind == 'R';
        Operator op = Operator.of(peek(), peek(1));
        if (op == null) {
            throw new MalformedName();
        }
        position += 2;
        Node first = expression();
        Node second = hasInitial ? expression() : null;
        Node pack = hasInitial && isLeftFold ? second : first;
        Node initial = hasInitial ? isLeftFold ? first : second : null;
        return Node.of(out -> {
            out.add("(");
            if (!isLeftFold || initial != null) {
                if (isLeftFold) {
                    printBracketed(out, initial);
                } else {
                    printPacked(out, pack);
                }
                out.add(" " + op.symbol() + " ");
            }
            out.add("...");
            if (isLeftFold || initial != null) {
                out.add(" " + op.symbol() + " ");
                if (isLeftFold) {
                    printPacked(out, pack);
                } else {
                    printBracketed(out, initial);
                }
            }
            out.add(")");
        });
    }

    private static void printPacked(Node.Out out, Node pack) {
        out.add("(");
        PackNodes.expansion(pack).print(out);
        out.add(")");
    }

    private Node unresolvedName(boolean isGlobal) {
        Node n = null;
        if (consumeIf("srN")) {
            n = unresolvedType();
            while (!consumeIf('E')) {
                n = scoped(n, simpleId());
            }
            return scoped(n, baseUnresolved());
        }
        if (consumeIf("sr")) {
            if (atDigit()) {
                do {
                    Node part = simpleId();
                    n = n == null ? isGlobal ? scoped(Node.of(""), part) : part : scoped(n, part);
                } while (!consumeIf('E'));
            } else {
                n = unresolvedType();
            }
            return scoped(n, baseUnresolved());
        }
        Node base = baseUnresolved();
        return isGlobal ? scoped(Node.of(""), base) : base;
    }

    private static Node scoped(Node scope, Node n) {
        return new Simple(Node.of(out -> {
            scope.print(out);
            out.add("::");
            n.print(out);
        }));
    }

    private Node unresolvedType() {
        Node n;
        if (peek() == 'T') {
            n = addSubstitution(templateParam());
        } else if (peek() == 'D') {
            n = addSubstitution(decltype());
        } else {
            n = substitution();
            return peek() == 'I' ? addSubstitution(withArgs(n, templateArgs(false))) : n;
        }
        return peek() == 'I' ? addSubstitution(withArgs(n, templateArgs(false))) : n;
    }

    private Node simpleId() {
        String s = sourceName();
        Node n = Node.of(s, s);
        return peek() == 'I' ? withArgs(n, templateArgs(false)) : n;
    }

    private Node baseUnresolved() {
        if (atDigit()) {
            return new Simple(simpleId());
        }
        if (consumeIf("dn")) {
            Node destroyed = atDigit() ? simpleId() : unresolvedType();
            return wrapped("~", destroyed, "");
        }
        consumeIf("on");
        Node op = unresolvedOperator();
        return peek() == 'I' ? withArgs(op, templateArgs(false)) : op;
    }
}
