package traceglass.sql.demangle;

import java.util.List;

/// Nodes for the parts of types in demangled names.
final class TypeNodes {

    private TypeNodes() {}

    /// A part that surrounds an inner one.
    abstract static class Wrapper extends Node {
        final Node inner;

        Wrapper(Node inner) {
            this.inner = inner;
        }

        @Override
        boolean hasRight(Out out) {
            return inner.hasRight(out);
        }

        @Override
        void printRight(Out out) {
            inner.printRight(out);
        }
    }

    /// Returns a type followed by `const` and other qualifiers.
    static Node qualified(Node type, String qualifiers) {
        return qualifiers.isEmpty()
                ? type
                : new Wrapper(type) {
                    @Override
                    void printLeft(Out out) {
                        inner.printLeft(out);
                        out.add(qualifiers);
                    }

                    @Override
                    boolean isArray(Out out) {
                        return inner.isArray(out);
                    }

                    @Override
                    boolean isFunction(Out out) {
                        return inner.isFunction(out);
                    }
                };
    }

    static Node pointer(Node to) {
        return new Indirection(to, "*");
    }

    /// Returns a reference; references to references are collapsed according to the language rules.
    static Node reference(Node to, boolean isRvalue) {
        return new Indirection(to, isRvalue ? "&&" : "&");
    }

    /// A pointer or reference: arrays and functions need parentheses around its symbol.
    private static final class Indirection extends Node {
        private final Node to;
        private final String symbol;

        Indirection(Node to, String symbol) {
            this.to = to;
            this.symbol = symbol;
        }

        private Node target(Out out) {
            Node node = resolve(to, out);
            while (!symbol.equals("*") && node instanceof Indirection p && !p.symbol.equals("*")) {
                node = resolve(p.to, out);
            }
            return node;
        }

        private String collapsed(Out out) {
            String s = symbol;
            for (Node node = resolve(to, out);
                    !symbol.equals("*") && node instanceof Indirection p && !p.symbol.equals("*");
                    node = resolve(p.to, out)) {
                s = s.length() < p.symbol.length() ? s : p.symbol;
            }
            return s;
        }

        private static Node resolve(Node node, Out out) {
            Node current = node;
            while (current instanceof PackNodes.Resolved r && r.current(out) != current) {
                current = r.current(out);
            }
            return current;
        }

        @Override
        void printLeft(Out out) {
            if (++out.depth > ItaniumParser.MAX_DEPTH) {
                throw new ItaniumReader.MalformedName();
            }
            Node t = target(out);
            t.printLeft(out);
            boolean isArray = t.isArray(out);
            if (isArray) {
                out.add(" ");
            }
            out.add(isArray || t.isFunction(out) ? "(" : "");
            out.add(collapsed(out));
            out.depth--;
        }

        @Override
        void printRight(Out out) {
            Node t = target(out);
            out.add(t.isArray(out) || t.isFunction(out) ? ")" : "");
            t.printRight(out);
        }

        @Override
        boolean hasRight(Out out) {
            return to.hasRight(out);
        }
    }

    static Node memberPointer(Node type, Node member) {
        return new Wrapper(member) {
            @Override
            void printLeft(Out out) {
                inner.printLeft(out);
                out.add(inner.isArray(out) || inner.isFunction(out) ? "(" : " ");
                type.print(out);
                out.add("::*");
            }

            @Override
            void printRight(Out out) {
                out.add(inner.isArray(out) || inner.isFunction(out) ? ")" : "");
                inner.printRight(out);
            }
        };
    }

    /// @param size null if the array has no size
    static Node array(Node element, Node size) {
        return new Wrapper(element) {
            @Override
            void printLeft(Out out) {
                inner.printLeft(out);
            }

            @Override
            void printRight(Out out) {
                out.add(out.endsWith(']') ? "[" : " [");
                if (size != null) {
                    size.print(out);
                }
                out.add("]");
                inner.printRight(out);
            }

            @Override
            boolean hasRight(Out out) {
                return true;
            }

            @Override
            boolean isArray(Out out) {
                return true;
            }
        };
    }

    /// @param after text after the parameters: qualifiers, reference, exceptions
    static Node function(Node returns, List<Node> parameters, String qualifiers, Node after) {
        return new Wrapper(returns) {
            @Override
            void printLeft(Out out) {
                inner.printLeft(out);
                out.add(" ");
            }

            @Override
            void printRight(Out out) {
                out.add("(");
                printList(out, parameters);
                out.add(")");
                inner.printRight(out);
                out.add(qualifiers);
                if (after != null) {
                    out.add(" ");
                    after.print(out);
                }
            }

            @Override
            boolean hasRight(Out out) {
                return true;
            }

            @Override
            boolean isFunction(Out out) {
                return true;
            }
        };
    }

    /// Returns a function with its type.
    ///
    /// @param returns null if the name does not contain it
    static Node encoding(Node returns, Node name, List<Node> parameters, Node attributes, String qualifiers) {
        return new Node() {
            @Override
            void printLeft(Out out) {
                if (returns != null) {
                    returns.printLeft(out);
                    if (!returns.hasRight(out)) {
                        out.add(" ");
                    }
                }
                name.print(out);
            }

            @Override
            void printRight(Out out) {
                out.add("(");
                printList(out, parameters);
                out.add(")");
                if (returns != null) {
                    returns.printRight(out);
                }
                out.add(qualifiers);
                if (attributes != null) {
                    attributes.print(out);
                }
            }

            @Override
            boolean hasRight(Out out) {
                return true;
            }

            @Override
            boolean isFunction(Out out) {
                return true;
            }

            @Override
            String baseName() {
                return name.baseName();
            }
        };
    }

    /// Returns a type followed by a word, such as `complex`.
    static Node suffixed(Node type, String suffix) {
        return Node.of(out -> {
            type.print(out);
            out.add(suffix);
        });
    }
}
