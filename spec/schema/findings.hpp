#pragma once
// Collecting violations on the way through a value.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline {

/// One step into a value, linked to the steps before it: it lives on the stack of the judge, and
/// becomes text only when something is found. The root is the null pointer.
struct Path {
    const Path* parent = nullptr;
    const std::string* key = nullptr;  ///< of an object's member; null for an array's item
    std::size_t index = 0;
};

/// Gathers violations and puts them into the order of the value.
class Findings {
  public:
    /// `message` follows the pattern "found ..., expected ...".
    void add(const Path* path,
             std::string_view keyword,
             std::string schema_pointer,
             std::string message);
    /// Returns everything added: by place in the value (a container before its parts), then by
    /// schema pointer; each once, however many ways led to it.
    [[nodiscard]] std::vector<Violation> in_document_order() &&;

  private:
    using Step = std::variant<std::size_t, std::string>;
    struct Found {
        std::vector<Step> path;
        Violation violation;
    };

    std::vector<Found> found_;
};

/// Says what `value` is in a few words, without going into it.
[[nodiscard]] std::string described(const Json& value);

}  // namespace plumbline
