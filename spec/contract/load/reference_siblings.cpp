#include "spec/contract/load/reference_siblings.hpp"

#include "spec/contract/load/description_parts.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {

Document without_reference_siblings(Document document) {
    return with_changed_parts(std::move(document), [](Json& part) {
        const auto reference = part.find("$ref");
        if (reference == part.end() || !reference->is_string() || part.size() == 1) return;
        part = Json{{"$ref", Json(*reference)}};
    });
}

}  // namespace plumbline
