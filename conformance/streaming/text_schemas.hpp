#pragma once
// The schemas of JSON that is the text of an event (contentMediaType, contentSchema).

#include "spec/contract/contract.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// What an `itemSchema` says of the text in member `data` beyond its own evaluation, which treats
/// these keywords as annotations. Source: OpenAPI 3.2, "Special Considerations for Server-Sent
/// Events". Only parts that apply to the event count: of anyOf and oneOf, one whose text fits is
/// enough.
class TextSchemas {
  public:
    /// `api` is borrowed; `pointer` is that of the itemSchema.
    TextSchemas(const ApiDocument& api, const std::string& pointer);

    /// Returns the violations by an event, with pointers into the JSON of its text. `text` is that
    /// JSON, null if the text is not JSON.
    [[nodiscard]] std::vector<Violation> evaluate(const Json& event, const Json* text) const;

  private:
    using PartIndex = std::size_t;
    struct Choice {
        const Schema* schema;  ///< null if it cannot be used: then the branch does not count
        PartIndex part;
    };
    /// A part of the schema, of the event or of its text.
    struct SchemaPart {
        bool is_json = false;  ///< the text is JSON
        std::vector<const Schema*> content;
        std::vector<PartIndex> always;
        std::vector<std::vector<Choice>> choices;  ///< one list each for anyOf and oneOf
        const Schema* condition = nullptr;         ///< `if`
        std::optional<PartIndex> then{};
        std::optional<PartIndex> otherwise{};
        std::vector<PartIndex> of_text;  ///< the parts about the text
        bool is_complete = false;
    };
    /// An event, its text, and the JSON of the text.
    struct Instance {
        const Json& event;
        const Json& data;
        const Json* text;
    };

    [[nodiscard]] PartIndex add(const reading::OpenApiNode& schema, bool is_text);
    void add_parts(const reading::OpenApiNode& schema, bool is_text, SchemaPart& part);
    [[nodiscard]] const Schema* compiled(const reading::OpenApiNode& schema) const;
    void evaluate(PartIndex index,
                  const Instance& instance,
                  const Json& value,
                  std::vector<Violation>& found) const;

    void evaluate_choice(const std::vector<Choice>& branches,
                         const Instance& instance,
                         const Json& value,
                         std::vector<Violation>& found) const;

    const ApiDocument& api_;
    std::map<std::pair<std::string, bool>, PartIndex> by_pointer_;
    std::vector<SchemaPart> parts_;
};

}  // namespace plumbline::streaming
