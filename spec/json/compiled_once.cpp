#include "spec/json/compiled_once.hpp"

template class nlohmann::basic_json<>;
template class std::vector<nlohmann::json>;
