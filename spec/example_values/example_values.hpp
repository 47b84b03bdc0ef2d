#pragma once
// Values that are valid against the schemas of an API document: its own examples where it has them;
// and which of the declared contents a message has.

#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Returns the content that a message has: the first of JSON, else the first; null if none is
/// declared.
[[nodiscard]] const MediaType* usual_content(const std::vector<MediaType>& declared);
/// Returns the Content-Type of a message with this content.
[[nodiscard]] std::string content_type(const MediaType& content);

/// An example of a document.
struct GivenExample {
    const Json* value = nullptr;  ///< null if there is none
    bool is_text = false;         ///< sent as it is (`serializedValue`)
};

/// Returns an example of a Media Type Object: the one with that name, or the first. Source: OpenAPI
/// 3.2, "Example Object".
[[nodiscard]] GivenExample given_example(const ApiDocument& api,
                                         const MediaType& content,
                                         const std::string& name = "");

/// Creates example values. Deterministic. Thread-safe.
class ExampleValues {
  public:
    /// Borrows `api`. Values for requests omit members that are `readOnly`, those for responses
    /// members that are `writeOnly`.
    ExampleValues(const ApiDocument& api, MessageDirection direction)
        : api_(api), direction_(direction) {}

    /// Returns a value that is valid against the schema at `pointer`, if what of the schema can be
    /// judged: an example of the document (`example`, `examples`, `default`, `const`, `enum`) if
    /// one is valid; else an object with all its properties, an array with one item or as many as
    /// it needs, a scalar within its bounds. Optional members are left out below kMaxFullDepth, and
    /// where a schema contains itself. Values of different `index` differ where the schema allows
    /// it. Errors: kUnsupported if no valid value is found, kLimit, and those of references; each
    /// with the position of the schema.
    [[nodiscard]] Result<Json> value(std::string_view pointer, std::size_t index = 0) const;

    /// Returns a valid value that has as many members of `wanted` as possible: those that the
    /// schema declares, or allows without declaring them, but none that the direction
    /// omits: of `properties` and `items`, with the first branch of alternatives.
    /// Members that are required and missing come from `value`. Errors: as `value`.
    [[nodiscard]] Result<Json> completed(std::string_view pointer, const Json& wanted) const;

    static constexpr std::size_t kMaxFullDepth = 4;

  private:
    const ApiDocument& api_;
    MessageDirection direction_;
};

}  // namespace plumbline
