#include "mock_server/engine/user_contract.hpp"

#include "mock_server/store/fixture_value.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/external_document.hpp"

#include <fmt/format.h>

#include <map>

namespace plumbline::mock {
namespace {

/// Checks that no two documents describe the same operation.
Result<void> check_distinct(const std::vector<std::shared_ptr<const ApiDocument>>& documents) {
    std::map<std::string, const Operation*> known;
    for (const auto& document : documents) {
        for (const Operation& operation : document->operations()) {
            for (const std::string& key :
                 {operation.id, operation.method + ' ' + operation.path.text()}) {
                const auto [found, is_new] = known.emplace(key, &operation);
                if (is_new || found->second == &operation) continue;
                return fail(ErrorCode::kInvalid,
                            fmt::format("two operations are {}", key),
                            operation.where,
                            {fmt::format("the other one is at {}", to_text(found->second->where))});
            }
        }
    }
    return {};
}

}  // namespace

std::vector<std::shared_ptr<const ApiDocument>> user_documents(const Contract& contract) {
    std::vector<std::shared_ptr<const ApiDocument>> documents;
    for (const auto& document : contract.documents) {
        if (document->is_foreign()) documents.push_back(document);
    }
    return documents;
}

Result<std::shared_ptr<const Contract>> load_user_contract(const std::vector<std::string>& files) {
    auto contract = std::make_shared<Contract>();
    bool has_operations = false;
    for (const std::string& file : files) {
        auto document = load_external_document(file);
        if (!document) return fail(document.error());
        auto api = ApiDocument::load(file, with_linked_files(*document, load_external_document));
        if (!api) return fail(api.error());
        has_operations = has_operations || !(*api)->operations().empty();
        contract->documents.push_back(std::move(*api));
    }
    if (!has_operations) {
        return fail(ErrorCode::kInvalid,
                    "the document has no operation that can be served",
                    {files.front(), 0, 0},
                    {"an OpenAPI document has them below \"paths\""});
    }
    const auto distinct = check_distinct(contract->documents);
    if (!distinct) return fail(distinct.error());
    return load_built_in_document(kControlDocument).map([&](auto control) {
        contract->documents.push_back(std::move(control));
        return std::shared_ptr<const Contract>(std::move(contract));
    });
}

}  // namespace plumbline::mock
