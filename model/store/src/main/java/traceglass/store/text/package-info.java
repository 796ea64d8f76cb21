/// Texts as formats write them, and how near names are to each other.
package traceglass.store.text;
