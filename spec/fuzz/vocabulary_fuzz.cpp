// Vocabularies: one that is accepted translates a request to the target's names and back.

#include "spec/fuzz/fuzzing.hpp"
#include "spec/json/document.hpp"
#include "spec/names/name_mapping.hpp"

using namespace plumbline;

namespace {

std::shared_ptr<const Contract> contract() {
    auto loaded = load_contract();
    PLUMBLINE_CHECK(loaded.has_value(), "the built-in contract can be loaded");
    return *loaded;
}

void check_input(std::string_view text) {
    static const auto kContract = contract();
    auto document = parse_document(text, "a.yaml");
    if (!document) return;
    const auto mapping = NameMapping::make(*std::move(document), kContract);
    if (!mapping) return fuzz::check_position(mapping.error(), "a.yaml", text);
    const http::Request request{"PATCH",
                                "/v2/deployments/1?name_contains=a",
                                {{"X-Tenant-Id", "t"}, {"Content-Type", "application/json"}},
                                R"({"source_revision_config":{"repo_ref":"main"}})"};
    const Operation& operation = *kContract->find_operation("patchDeployment");
    const http::Request sent = (*mapping)->translate(operation, request, NameDirection::kToTarget);
    PLUMBLINE_CHECK((*mapping)->translate(operation, sent, NameDirection::kToContract) == request,
                    "a translated request can be translated back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}
